'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { FirstThing } from './first-thing.ts'
import { applyOf, keyFor, type Start } from './starts.ts'

/**
 * Makes the first things and the key for them. Its string lives in a mutation of the component that uses this and
 * nowhere else, as that of any new key.
 */
export function useFirstKey() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const apply = useMutation(trpc.templates.apply.mutationOptions())
  const key = useMutation({
    ...trpc.keys.create.mutationOptions({ onSuccess: () => cache.invalidateQueries() }),
    gcTime: 0,
  })
  return {
    keyString: key.data?.key,
    error: apply.error ?? key.error,
    isBusy: apply.isPending || key.isPending,
    /** Applying a template again changes nothing, so what failed halfway can be repeated. */
    begin(start: Start) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      apply.mutate(applyOf(start, zone), {
        onSuccess: () => key.mutate(keyFor(start.title, `${start.place}/THING/#/#`, new Date())),
      })
    },
    makeFor({ id, name, thingTypeId }: FirstThing) {
      key.mutate(keyFor(name, `THING/${thingTypeId}/${id}`, new Date()))
    },
  }
}
