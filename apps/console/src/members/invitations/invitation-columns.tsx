import { Button } from '@mantine/core'
import { Time } from '#format/time.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { texts } from '#texts/members.ts'
import { texts as roleTexts } from '#texts/roles.ts'
import classes from './invitation-columns.module.css'

export type Invitation = RouterOutput['members']['invitations']['items'][number]

interface Doing {
  readonly mayChange: boolean
  readonly onWithdraw: (invitation: Invitation) => void
}

export function invitationColumns({ mayChange, onWithdraw }: Doing): Column<Invitation>[] {
  return [
    {
      header: texts.invitations.email,
      phone: true,
      cell: ({ email, role, createdBy }) => (
        <>
          <span className={classes.email}>{email}</span>
          <span className={classes.below}>
            {texts.invitations.asBy(roleTexts.name[role], createdBy)}
          </span>
        </>
      ),
    },
    {
      header: texts.invitations.status,
      width: '112px',
      cell: ({ status }) => <StatusMark status={texts.invitations.statuses[status]} />,
    },
    {
      header: texts.invitations.invited,
      width: '112px',
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
    {
      header: texts.invitations.expires,
      width: '100px',
      phone: true,
      cell: ({ expiresAt }) => <Time iso={expiresAt} />,
    },
    ...(mayChange ? [actionColumn(onWithdraw)] : []),
  ]
}

function actionColumn(onWithdraw: Doing['onWithdraw']): Column<Invitation> {
  return {
    header: texts.invitations.action,
    width: '112px',
    align: 'end',
    phone: true,
    cell: (invitation) =>
      invitation.mayWithdraw && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={texts.invitations.withdrawOf(invitation.email)}
          onClick={() => onWithdraw(invitation)}
        >
          {texts.invitations.withdrawOpens}
        </Button>
      ),
  }
}
