import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/members.ts'
import { texts as roleTexts } from '#texts/roles.ts'
import type { Member, Role } from './roles.ts'

/** Changes a member's role, either with a notification of the result or silently for a dialog that shows it. */
export function useChangeRole({ userId, name, isYou }: Member) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  const { mutateAsync, isPending } = useMutation(
    trpc.members.changeRole.mutationOptions({
      async onSettled() {
        await cache.invalidateQueries(trpc.members.pathFilter())
        await cache.invalidateQueries(trpc.audit.pathFilter())
        // The actions on every page depend on the user's own role.
        if (isYou) router.refresh()
      },
    }),
  )
  const changeSilently = (role: Role) => mutateAsync({ userId, role })
  const change = (role: Role) =>
    changeSilently(role).then(
      () =>
        notifications.show({
          message: texts.people.roleChanged(name, roleTexts.inSentence[role]),
        }),
      (error) =>
        notifications.show({ color: 'red', message: failureText(error), autoClose: false }),
    )
  return { change, changeSilently, isPending }
}
