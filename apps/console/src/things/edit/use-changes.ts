'use client'

import type { Thing } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { ThingDraft } from './kind.ts'

export function useThingChanges(): Changes<ThingDraft, Thing> {
  const trpc = useTRPC()
  const create = useMutation(trpc.things.create.mutationOptions())
  const update = useMutation(trpc.things.update.mutationOptions())
  const remove = useMutation(trpc.things.delete.mutationOptions())
  const of = ({ id, etag }: Thing) => ({ params: { thingId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (thing, body) => update.mutateAsync({ ...of(thing), body }),
    remove: (thing) => remove.mutateAsync(of(thing)),
  }
}
