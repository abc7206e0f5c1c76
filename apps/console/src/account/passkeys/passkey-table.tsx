import { Button, Group } from '@mantine/core'
import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/account-passkeys.tsx'
import classes from '../account.module.css'
import { nameOf, type Passkey } from './passkey.ts'

interface PasskeyTableProps {
  readonly passkeys: readonly Passkey[]
  readonly onRename: (passkey: Passkey) => void
  readonly onDelete: (passkey: Passkey) => void
}

export function PasskeyTable({ passkeys, onRename, onDelete }: PasskeyTableProps) {
  const columns: readonly Column<Passkey>[] = [
    { header: texts.name, phone: true, cell: (passkey) => <Named passkey={passkey} /> },
    {
      header: texts.lastUsed,
      width: '120px',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time iso={lastUsedAt} /> : texts.never),
    },
    {
      header: texts.change,
      width: '176px',
      align: 'end',
      phone: true,
      cell: (passkey) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Act
            words={texts.renameOpens}
            label={texts.renameOf(nameOf(passkey))}
            onClick={() => onRename(passkey)}
          />
          <Act
            words={texts.deleteOpens}
            label={texts.deleteOf(nameOf(passkey))}
            onClick={() => onDelete(passkey)}
          />
        </Group>
      ),
    },
  ]
  return (
    <DataTable caption={texts.title} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
  )
}

function Named({ passkey }: { passkey: Passkey }) {
  return (
    <>
      <div>{nameOf(passkey)}</div>
      {passkey.createdAt && (
        <div className={classes.quiet}>{texts.added(<Time iso={passkey.createdAt} />)}</div>
      )}
    </>
  )
}

interface ActProps {
  readonly words: string
  /** Names the passkey, for screen readers. */
  readonly label: string
  readonly onClick: () => void
}

function Act({ words, label, onClick }: ActProps) {
  return (
    <Button variant="default" size="compact-sm" aria-label={label} onClick={onClick}>
      {words}
    </Button>
  )
}
