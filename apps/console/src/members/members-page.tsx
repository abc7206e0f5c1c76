'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { UrlTabs } from '#frame/url-tabs.tsx'
import { texts } from '#texts/members.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { InvitationList } from './invitations/invitation-list.tsx'
import { InviteMember } from './invite/invite-member.tsx'
import { MemberList } from './member-list.tsx'
import { invitationFilters, memberFilters, memberTab } from './query.ts'
import { SecurityList } from './security/security-list.tsx'

/** Parameters that belong to one tab, because a search for people does not apply to invitations. */
const own = [...memberFilters, ...invitationFilters, 'sort', 'cursor']

/** The people of the organization. The server says for each what the user may do. */
export function MembersPage() {
  const trpc = useTRPC()
  const { params, filter } = useUrlState()
  const { data: inviting } = useQuery(trpc.members.inviting.queryOptions())
  const [opened, { open, close }] = useDisclosure(false)
  const roles = inviting?.roles ?? []
  const mayInvite = roles.length > 0
  const invite = mayInvite && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={open}>
      {texts.invite}
    </Button>
  )
  const tab = memberTab(params)
  // Viewers may open a link from an owner.
  const shown = tab === 'security' && inviting && !mayInvite ? 'people' : tab
  const showInvitations = () =>
    filter({ ...Object.fromEntries(own.map((name) => [name, null])), tab: 'invitations' })
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} actions={invite} />
      <UrlTabs
        tabs={[
          {
            name: 'people',
            label: texts.tabs.people,
            content: <MemberList />,
          },
          {
            name: 'invitations',
            label: texts.tabs.invitations,
            content: <InvitationList mayInvite={mayInvite} />,
          },
          ...(mayInvite
            ? [{ name: 'security' as const, label: texts.tabs.security, content: <SecurityList /> }]
            : []),
        ]}
        shown={shown}
        own={own}
      />
      <InviteMember
        byMail={inviting?.byMail === true}
        roles={roles}
        lastDays={inviting?.lastDays}
        opened={opened}
        onClose={close}
        onInvited={showInvitations}
      />
    </>
  )
}
