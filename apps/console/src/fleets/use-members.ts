'use client'

import { notifications } from '@mantine/notifications'
import type { Fleet } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'

/** Puts things into a fleet and takes them out; whatever the page shows is read anew. */
export function useMembers({ id }: Fleet) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutateAsync, mutate, isPending, variables } = useMutation(
    trpc.fleets.changeMembers.mutationOptions({ onSuccess: () => cache.invalidateQueries() }),
  )
  return {
    add: (things: readonly string[]) =>
      mutateAsync({ params: { fleetId: id }, body: { add: [...things] } }),
    takeOut: (thingId: string) =>
      mutate(
        { params: { fleetId: id }, body: { remove: [thingId] } },
        {
          onError: (error) =>
            notifications.show({ color: 'red', message: failureText(error), autoClose: false }),
        },
      ),
    /** The thing that is on its way out. */
    leaving: isPending ? variables?.body.remove?.[0] : undefined,
  }
}
