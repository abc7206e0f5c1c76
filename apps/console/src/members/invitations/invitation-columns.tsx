import { Button } from '@mantine/core'
import { Time } from '#format/time.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { roleNames } from '../role-words.ts'
import classes from './invitation-columns.module.css'

export type Invitation = RouterOutput['members']['invitations']['items'][number]

export const statusNames: Record<Invitation['status'], string> = {
  open: 'Waiting',
  expired: 'Expired',
}

interface Doing {
  readonly mayChange: boolean
  readonly onWithdraw: (invitation: Invitation) => void
}

export function invitationColumns({ mayChange, onWithdraw }: Doing): Column<Invitation>[] {
  return [
    {
      header: 'E-mail',
      phone: true,
      cell: ({ email, role, createdBy }) => (
        <>
          <span className={classes.email}>{email}</span>
          <span className={classes.below}>
            as {roleNames[role].toLowerCase()}, by {createdBy}
          </span>
        </>
      ),
    },
    {
      header: 'Status',
      width: '112px',
      cell: ({ status }) => <StatusMark status={statusNames[status]} />,
    },
    { header: 'Invited', width: '112px', cell: ({ createdAt }) => <Time iso={createdAt} /> },
    {
      header: 'Expires',
      width: '100px',
      phone: true,
      cell: ({ expiresAt }) => <Time iso={expiresAt} />,
    },
    ...(mayChange ? [actionColumn(onWithdraw)] : []),
  ]
}

function actionColumn(onWithdraw: Doing['onWithdraw']): Column<Invitation> {
  return {
    header: 'Action',
    width: '112px',
    align: 'end',
    phone: true,
    cell: (invitation) =>
      invitation.mayWithdraw && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => onWithdraw(invitation)}
        >
          Withdraw
        </Button>
      ),
  }
}
