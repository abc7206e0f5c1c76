'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import type { Secret } from '#reveal/secret.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import type { Role } from '../role-words.ts'
import { type Draft, InviteForm } from './invite-form.tsx'

interface InviteMemberProps {
  /** The roles to choose from. */
  readonly roles: readonly Role[]
  /** How many days an invitation lasts; undefined while that is not known. */
  readonly lastDays: number | undefined
  /** Whether the link goes by mail, and is not shown here. */
  readonly byMail: boolean
  readonly opened: boolean
  readonly onClose: () => void
  /** Closed after a link was made. */
  readonly onInvited: () => void
}

/**
 * Inviting an address, then showing the link, once. It lives in this component's mutation and nowhere else: closing
 * resets it.
 */
export function InviteMember(props: InviteMemberProps) {
  const { roles, lastDays, byMail, opened, onClose, onInvited } = props
  const trpc = useTRPC()
  const cache = useQueryClient()
  const invite = useMutation({ ...trpc.members.invite.mutationOptions(), gcTime: 0 })

  function close(invited = invite.data !== undefined) {
    invite.reset()
    onClose()
    if (!invited) return
    onInvited()
    void cache.invalidateQueries(trpc.members.pathFilter())
    void cache.invalidateQueries(trpc.audit.pathFilter())
  }

  async function submit(draft: Draft) {
    const { link, invitation } = await invite.mutateAsync(draft)
    if (link !== null) return
    notifications.show({ message: `The invitation is sent to ${invitation.email}.` })
    close(true)
  }

  return (
    <RevealDialog
      opened={opened}
      title="Invite somebody"
      titleAfter={`${invite.data?.invitation.email} is invited`}
      secret={invite.data?.link ? linkSecret(invite.data.link, invite.data.invitation) : undefined}
      isBusy={invite.isPending}
      onClose={() => close()}
    >
      <InviteForm
        roles={roles}
        lastDays={lastDays}
        byMail={byMail}
        isBusy={invite.isPending}
        onSubmit={submit}
        onCancel={() => close()}
      />
    </RevealDialog>
  )
}

type Invitation = RouterOutput['members']['invite']['invitation']

function linkSecret(link: string, invitation: Invitation): Secret {
  return {
    advice: (
      <>
        <strong>No mail is sent here</strong>: send this link to {invitation.email} yourself, by a
        way that only they read. It lets them in once, as {invitation.role}, and{' '}
        <strong>is shown only once</strong>.
      </>
    ),
    shown: <CopyLine text={link} what="the link" autoFocus />,
    done: 'I have copied it',
    unread: {
      title: 'Close without the link?',
      text: 'It cannot be shown again. Inviting the same address again makes another link.',
    },
  }
}
