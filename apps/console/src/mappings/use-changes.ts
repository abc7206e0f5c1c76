'use client'

import type { Mapping } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { MappingDraft } from './kind.ts'

export function useMappingChanges(): Changes<MappingDraft, Mapping> {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const create = useMutation(trpc.mappings.create.mutationOptions())
  const update = useMutation(
    trpc.mappings.update.mutationOptions({
      // The page edits the mapping in place: what is typed next must be over this version.
      onSuccess(saved) {
        const params = { mappingId: saved.id }
        cache.setQueryData(trpc.mappings.get.queryKey({ params, query: {} }), saved)
      },
    }),
  )
  const remove = useMutation(trpc.mappings.delete.mutationOptions())
  const of = ({ id, etag }: Mapping) => ({ params: { mappingId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (mapping, body) => update.mutateAsync({ ...of(mapping), body }),
    remove: (mapping) => remove.mutateAsync(of(mapping)),
  }
}
