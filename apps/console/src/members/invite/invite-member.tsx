'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import type { Secret } from '#reveal/secret.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/members-invite.tsx'
import { texts as roleTexts } from '#texts/roles.ts'
import type { Role } from '../roles.ts'
import type { Draft } from './invite-form.tsx'

const InviteForm = dynamic(() => import('./invite-form.tsx').then((all) => all.InviteForm), {
  ssr: false,
})

interface InviteMemberProps {
  readonly roles: readonly Role[]
  /** Days that an invitation is valid; undefined while loading. */
  readonly lastDays: number | undefined
  /** Whether the link is mailed and not shown here. */
  readonly byMail: boolean
  readonly opened: boolean
  readonly onClose: () => void
  /** Called when the dialog closes after an invitation. */
  readonly onInvited: () => void
}

/**
 * Invites an address, then shows the link once. Only this component's mutation holds the link, and closing resets it.
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
    notifications.show({ message: texts.sent(invitation.email) })
    close(true)
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.title}
      titleAfter={texts.done(invite.data?.invitation.email ?? '')}
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
    advice: texts.advice(invitation.email, roleTexts.inSentence[invitation.role]),
    shown: <CopyLine text={link} what={texts.link} autoFocus />,
    done: texts.copied,
    unread: texts.unread,
  }
}
