'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { InvitationSection } from './invitations/invitation-section.tsx'
import { InviteMember } from './invite/invite-member.tsx'
import { MemberSection } from './member-section.tsx'

/** The people of the organization; the server tells of each what the one who looks may do. */
export function MembersPage() {
  const trpc = useTRPC()
  const members = useQuery(trpc.members.list.queryOptions())
  const invitations = useQuery(trpc.members.invitations.queryOptions())
  const [inviting, { open, close }] = useDisclosure(false)
  const roles = members.data?.mayInvite ?? []
  const invite = roles.length > 0 && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={open}>
      Invite
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Members"
        lead="Who may sign in to this organization, and what they may do. Programs use keys instead."
        actions={invite}
      />
      <MemberSection query={members} />
      <InvitationSection query={invitations} mayInvite={roles.length > 0} />
      <InviteMember
        roles={roles}
        lastDays={invitations.data?.lastDays}
        opened={inviting}
        onClose={close}
      />
    </>
  )
}
