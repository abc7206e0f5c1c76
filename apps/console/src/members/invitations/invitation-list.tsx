'use client'

import { IconMail } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC, useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { useDialogFor } from '#form/use-dialog-for.ts'
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
  const withdrawing = useDialogFor<Invitation>()
  const columns = invitationColumns({ mayChange: mayInvite, onWithdraw: withdrawing.open })
  const { item: withdrawn } = withdrawing
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
      {withdrawn && (
        <ConfirmDialog
          title={`Withdraw the invitation of ${withdrawn.email}?`}
          action="Withdraw"
          done={`The invitation of ${withdrawn.email} is withdrawn.`}
          act={() => client.members.withdraw.mutate({ id: withdrawn.id })}
          opened={withdrawing.opened}
          onClose={withdrawing.close}
        >
          The link stops working at once. You can invite {withdrawn.email} again later.
        </ConfirmDialog>
      )}
    </>
  )
}
