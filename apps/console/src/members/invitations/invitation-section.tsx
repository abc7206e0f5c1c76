'use client'

import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import { DataTable } from '#table/data-table.tsx'
import { TableSkeleton } from '#table/table-skeleton.tsx'
import { type Invitation, invitationColumns } from './invitation-columns.tsx'

interface InvitationSectionProps {
  readonly query: {
    readonly data: { readonly items: readonly Invitation[] } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly mayInvite: boolean
}

export function InvitationSection({ query, mayInvite }: InvitationSectionProps) {
  const { data, error, refetch } = query
  const client = useTRPCClient()
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
    <Section title="Open invitations">
      {error !== null && !data && <Failed what="The invitations" error={error} retry={refetch} />}
      {!data && error === null && <TableSkeleton caption="Open invitations" columns={columns} />}
      {data?.items.length === 0 && (
        <State icon={IconMail} title="No open invitations">
          {mayInvite
            ? 'Invite somebody: you get a link to send them, which lets them in once.'
            : 'Admins and owners invite people by a link that lets them in once.'}
        </State>
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption="Open invitations"
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          isMuted={({ status }) => status === 'expired'}
        />
      )}
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
    </Section>
  )
}
