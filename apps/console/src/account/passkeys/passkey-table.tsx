import { Button, Group } from '@mantine/core'
import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import classes from '../account.module.css'
import { nameOf, type Passkey } from './passkey.ts'

interface PasskeyTableProps {
  readonly passkeys: readonly Passkey[]
  readonly onRename: (passkey: Passkey) => void
  readonly onDelete: (passkey: Passkey) => void
}

export function PasskeyTable({ passkeys, onRename, onDelete }: PasskeyTableProps) {
  const columns: readonly Column<Passkey>[] = [
    { header: 'Name', phone: true, cell: (passkey) => <Named passkey={passkey} /> },
    {
      header: 'Last used',
      width: '120px',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time iso={lastUsedAt} /> : 'Never'),
    },
    {
      header: 'Change',
      width: '176px',
      align: 'end',
      phone: true,
      cell: (passkey) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Act words="Rename" passkey={passkey} onClick={onRename} />
          <Act words="Delete" passkey={passkey} onClick={onDelete} />
        </Group>
      ),
    },
  ]
  return <DataTable caption="Passkeys" columns={columns} rows={passkeys} rowKey={({ id }) => id} />
}

function Named({ passkey }: { passkey: Passkey }) {
  return (
    <>
      <div>{nameOf(passkey)}</div>
      {passkey.createdAt && (
        <div className={classes.quiet}>
          Added <Time iso={passkey.createdAt} />
        </div>
      )}
    </>
  )
}

interface ActProps {
  readonly words: string
  readonly passkey: Passkey
  readonly onClick: (passkey: Passkey) => void
}

function Act({ words, passkey, onClick }: ActProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${words} ${nameOf(passkey)}`}
      onClick={() => onClick(passkey)}
    >
      {words}…
    </Button>
  )
}
