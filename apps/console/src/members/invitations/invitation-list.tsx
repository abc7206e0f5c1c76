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
import { texts } from '#texts/members.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { invitationFilters, invitationsQuery } from '../query.ts'
import { type Invitation, invitationColumns } from './invitation-columns.tsx'

const statuses = Object.entries(texts.invitations.statuses).map(([value, label]) => ({
  value,
  label,
}))

/** The invitations that nobody has accepted yet. */
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
        <SearchField label={texts.invitations.search} />
        <FilterSelect name="status" label={texts.invitations.anyStatus} options={statuses} />
      </Toolbar>
      <List
        caption={texts.tabs.invitations}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        isMuted={({ status }) => status === 'expired'}
        empty={
          invitationFilters.some((name) => params.has(name)) ? (
            <NothingFound title={texts.invitations.nothingFound} filters={invitationFilters} />
          ) : (
            <State icon={IconMail} title={texts.invitations.empty}>
              {mayInvite ? texts.invitations.emptyMayInvite : texts.invitations.emptyMayNot}
            </State>
          )
        }
      />
      {withdrawn && (
        <ConfirmDialog
          title={texts.invitations.withdraw.title(withdrawn.email)}
          action={texts.invitations.withdraw.action}
          done={texts.invitations.withdraw.done(withdrawn.email)}
          act={() => client.members.withdraw.mutate({ id: withdrawn.id })}
          opened={withdrawing.opened}
          onClose={withdrawing.close}
        >
          {texts.invitations.withdraw.text(withdrawn.email)}
        </ConfirmDialog>
      )}
    </>
  )
}
