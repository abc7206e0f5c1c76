import { Button } from '@mantine/core'
import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { texts } from '#texts/members.ts'
import { Email } from './email.tsx'
import classes from './member-columns.module.css'
import { RoleField } from './role-field.tsx'
import type { Member } from './roles.ts'

interface Doing {
  /** Whether the user may remove anybody on the page. */
  readonly mayChange: boolean | undefined
  readonly onRemove: (member: Member) => void
}

export function memberColumns({ mayChange, onRemove }: Doing): Column<Member>[] {
  return [
    { header: texts.people.name, phone: true, cell: (member) => <Person member={member} /> },
    {
      header: texts.people.role,
      width: '120px',
      phone: true,
      cell: (member) => <RoleField member={member} />,
    },
    {
      header: texts.people.joined,
      sorts: ['-createdAt', 'createdAt'],
      width: '112px',
      cell: ({ joinedAt }) => <Time iso={joinedAt} />,
    },
    ...(mayChange ? [actionColumn(onRemove)] : []),
  ]
}

function actionColumn(onRemove: Doing['onRemove']): Column<Member> {
  return {
    header: texts.people.action,
    width: '100px',
    align: 'end',
    phone: true,
    cell: (member) =>
      member.mayRemove && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={member.isYou ? texts.people.leave : texts.people.removeOf(member.name)}
          onClick={() => onRemove(member)}
        >
          {member.isYou ? texts.people.leave : texts.people.remove}
        </Button>
      ),
  }
}

function Person({ member: { name, email, isYou } }: { member: Member }) {
  return (
    <>
      <span className={classes.name}>
        {name}
        {isYou && <span className={classes.you}>{texts.people.you}</span>}
      </span>
      <Email email={email} />
    </>
  )
}
