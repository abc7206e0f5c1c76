'use client'

import type { Fleet } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Changes } from '#form/resource-dialog.tsx'
import type { FleetDraft } from './kind.ts'

export function useFleetChanges(): Changes<FleetDraft, Fleet> {
  const trpc = useTRPC()
  const create = useMutation(trpc.fleets.create.mutationOptions())
  const update = useMutation(trpc.fleets.update.mutationOptions())
  const remove = useMutation(trpc.fleets.delete.mutationOptions())
  const of = ({ id, etag }: Fleet) => ({ params: { fleetId: id }, ifMatch: `"${etag}"` })
  return {
    create: (body) => create.mutateAsync({ body }),
    update: (fleet, body) => update.mutateAsync({ ...of(fleet), body }),
    remove: (fleet) => remove.mutateAsync(of(fleet)),
  }
}
