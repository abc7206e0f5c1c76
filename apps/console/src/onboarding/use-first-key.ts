'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText, mayHaveWorked } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/keys-create.tsx'
import type { FirstThing } from './first-thing.ts'
import { applyOf, keyFor, type Start } from './starts.ts'

/**
 * Creates the first things and their key. The key string is kept only in the mutation of the calling component, as for
 * any new key.
 */
export function useFirstKey() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const apply = useMutation(trpc.templates.apply.mutationOptions())
  const key = useMutation({
    ...trpc.keys.create.mutationOptions({
      onSuccess: () => cache.invalidateQueries(),
      // The things are there all the same, and perhaps a key that nobody has.
      onError: () => void cache.invalidateQueries(),
    }),
    gcTime: 0,
  })
  return {
    keyString: key.data?.key,
    failure: failureOf(apply.error, key.error),
    isBusy: apply.isPending || key.isPending,
    /** Safe to repeat after a partial failure: applying a template again changes nothing. */
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

function failureOf(ofThings: unknown, ofKey: unknown): string | undefined {
  const error = ofThings ?? ofKey
  if (!error) return undefined
  return mayHaveWorked(ofKey) ? `${failureText(error)} ${texts.mayExist}` : failureText(error)
}
