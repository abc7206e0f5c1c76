'use client'

import type { MetricDefinition } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { DefinitionDraft } from './kind.ts'

export function useDefinitionChanges(): Changes<DefinitionDraft, MetricDefinition> {
  const trpc = useTRPC()
  const create = useMutation(trpc.metricDefinitions.create.mutationOptions())
  const update = useMutation(trpc.metricDefinitions.update.mutationOptions())
  const remove = useMutation(trpc.metricDefinitions.delete.mutationOptions())
  const of = ({ id, etag }: MetricDefinition) => ({
    params: { metricDefinitionId: id },
    ifMatch: `"${etag}"`,
  })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (definition, body) => update.mutateAsync({ ...of(definition), body }),
    remove: (definition) => remove.mutateAsync(of(definition)),
  }
}
