'use client'

import type { Template } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { TemplateDraft } from './kind.ts'

export function useTemplateChanges(): Changes<TemplateDraft, Template> {
  const trpc = useTRPC()
  const create = useMutation(trpc.templates.create.mutationOptions())
  const update = useMutation(trpc.templates.update.mutationOptions())
  const remove = useMutation(trpc.templates.delete.mutationOptions())
  const of = ({ id, etag }: Template) => ({ params: { templateId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (template, body) => update.mutateAsync({ ...of(template), body }),
    remove: (template) => remove.mutateAsync(of(template)),
  }
}
