'use client'

import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { texts } from '#texts/members.ts'
import type { Member } from './roles.ts'
import { useOrganizationName } from './use-organization-name.ts'

interface RemoveMemberProps {
  readonly member: Member
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before removing a member, with the consequences. Leaving works the same way. */
export function RemoveMember({ member, opened, onClose }: RemoveMemberProps) {
  const client = useTRPCClient()
  const organization = useOrganizationName()
  const { userId, name, isYou } = member
  const words = isYou ? texts.leave : texts.remove
  const who = isYou ? organization : name

  async function leave() {
    await client.members.leave.mutate()
    // A full page load, so that no data of the organization stays in memory.
    window.location.assign('/')
    // Never resolves, so that the dialog stays busy until the page unloads.
    await new Promise<never>(() => {})
  }

  return (
    <ConfirmDialog
      title={words.title(who)}
      action={words.action}
      keep={words.keep}
      done={words.done(who)}
      act={isYou ? leave : () => client.members.remove.mutate({ userId })}
      opened={opened}
      onClose={onClose}
    >
      {isYou ? texts.leave.text(organization) : texts.remove.text(name, organization)}
    </ConfirmDialog>
  )
}
