'use client'

import type { ThingType } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { TypeDraft } from './kind.ts'

export function useTypeChanges(): Changes<TypeDraft, ThingType> {
  const trpc = useTRPC()
  const create = useMutation(trpc.thingTypes.create.mutationOptions())
  const update = useMutation(trpc.thingTypes.update.mutationOptions())
  const remove = useMutation(trpc.thingTypes.delete.mutationOptions())
  const of = ({ id, etag }: ThingType) => ({ params: { thingTypeId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (type, body) => update.mutateAsync({ ...of(type), body }),
    remove: (type) => remove.mutateAsync(of(type)),
  }
}
