'use client'

import { IconMail } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC, useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { invitationFilters, invitationsQuery } from '../query.ts'
import { type Invitation, invitationColumns, statusNames } from './invitation-columns.tsx'

const statuses = Object.entries(statusNames).map(([value, label]) => ({ value, label }))

/** A page of the invitations that nobody accepted yet. */
export function InvitationList({ mayInvite }: { mayInvite: boolean }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.members.invitations.queryOptions(invitationsQuery(params)),
    placeholderData: keepPreviousData,
  })
  // Kept while its dialog fades out.
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const [opened, setOpened] = useState(false)
  const columns = invitationColumns({
    mayChange: mayInvite,
    onWithdraw(invitation) {
      setWithdrawing(invitation)
      setOpened(true)
    },
  })
  return (
    <>
      <Toolbar>
        <SearchField label="Search by e-mail" />
        <FilterSelect name="status" label="Any status" options={statuses} />
      </Toolbar>
      <List
        caption="Open invitations"
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        isMuted={({ status }) => status === 'expired'}
        empty={
          invitationFilters.some((name) => params.has(name)) ? (
            <NothingFound what="invitations" filters={invitationFilters} />
          ) : (
            <State icon={IconMail} title="No open invitations">
              {mayInvite
                ? 'Invite somebody: you get a link to send them, which lets them in once.'
                : 'Admins and owners invite people by a link that lets them in once.'}
            </State>
          )
        }
      />
      {withdrawing && (
        <ConfirmDialog
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          action="Withdraw"
          done={`The invitation of ${withdrawing.email} is withdrawn.`}
          act={() => client.members.withdraw.mutate({ id: withdrawing.id })}
          opened={opened}
          onClose={() => setOpened(false)}
        >
          The link stops working at once. You can invite {withdrawing.email} again later.
        </ConfirmDialog>
      )}
    </>
  )
}
