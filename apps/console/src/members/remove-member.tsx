'use client'

import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import type { Member } from './role-words.ts'
import { useOrganizationName } from './use-organization-name.ts'

interface RemoveMemberProps {
  readonly member: Member
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before a membership ends, telling what ends with it; one's own ends the same way. */
export function RemoveMember({ member, opened, onClose }: RemoveMemberProps) {
  const client = useTRPCClient()
  const organization = useOrganizationName()
  const { userId, name, isYou } = member

  async function leave() {
    await client.members.leave.mutate()
    // A full load: nothing of the organization may stay in memory.
    window.location.assign('/')
    // Until the page is left the dialog is busy.
    await new Promise<never>(() => {})
  }

  return (
    <ConfirmDialog
      title={isYou ? `Leave ${organization}?` : `Remove ${name}?`}
      action={isYou ? 'Leave' : 'Remove'}
      keep={isYou ? 'Stay' : 'Keep them'}
      done={isYou ? `You have left ${organization}.` : `${name} is removed.`}
      act={isYou ? leave : () => client.members.remove.mutate({ userId })}
      opened={opened}
      onClose={onClose}
    >
      {isYou ? 'You are' : `${name} is`} out of {organization} at once. Open invitations that{' '}
      {isYou ? 'you' : 'they'} made are withdrawn. Keys that {isYou ? 'you' : 'they'} made keep
      working: revoke those that {isYou ? 'you' : 'they'} could have kept. To come back takes
      another invitation.
    </ConfirmDialog>
  )
}
