import { Checkbox } from '@mantine/core'
import { type Key, usageLimits } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import type { Selection } from '#table/use-selection.ts'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/keys.tsx'
import classes from './columns.module.css'
import type { Health } from './health/health.ts'
import { HealthSummary } from './health/health-mark.tsx'
import { scopesSummary } from './scopes-summary.ts'
import { UsageBars } from './usage/usage-bars.tsx'
import type { Overview } from './usage/use-overview.ts'

interface Knowledge {
  readonly health: (key: Key) => readonly Health[]
  readonly use: ReadonlyMap<string, Overview>
  /** Undefined if there are no actions for several keys. */
  readonly selection: Selection | undefined
}

export function keyColumns({ health, use, selection }: Knowledge): Column<Key>[] {
  return [
    {
      header: texts.columns.name,
      phone: true,
      sorts: ['name', '-name'],
      cell: (key) => (
        <span className={classes.name}>
          {selection && <SelectKey record={key} selection={selection} />}
          <RowLink href={`/keys/${key.id}`} below={<code>{key.display}</code>}>
            {key.name}
          </RowLink>
        </span>
      ),
    },
    {
      header: texts.columns.status,
      width: '176px',
      phone: true,
      cell: (key) => <Standing record={key} health={health(key)} />,
    },
    {
      header: texts.columns.scopes,
      width: '18%',
      cell: (key) => (
        <>
          <span className={classes.scopes}>{scopesSummary(key.scopes)}</span>
          <span className={classes.type}>{key.keyType}</span>
        </>
      ),
    },
    {
      header: texts.columns.calls14Days,
      width: '158px',
      cell: (key) => <UsageBars calls={use.get(key.id)?.calls} days={usageLimits.overviewDays} />,
    },
    {
      header: texts.columns.lastUsed,
      sorts: ['-lastUsedAt', 'lastUsedAt'],
      width: '98px',
      cell: (key) => (key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : common.never),
    },
    {
      header: texts.columns.expires,
      sorts: ['expiresAt', '-expiresAt'],
      width: '98px',
      cell: (key) => (key.expiresAt ? <Time iso={key.expiresAt} /> : common.never),
    },
  ]
}

function SelectKey({ record, selection }: { record: Key; selection: Selection }) {
  return (
    <Checkbox
      className={classes.select ?? ''}
      size="xs"
      aria-label={texts.columns.select(record.name)}
      disabled={record.status !== 'Active'}
      checked={selection.has(record.id)}
      onChange={() => selection.toggle(record.id)}
    />
  )
}

/** The key's status, with health warnings below. */
function Standing({ record, health }: { record: Key; health: readonly Health[] }) {
  return (
    <span className={classes.standing}>
      <StatusMark status={record.status} />
      {health.length > 0 && <HealthSummary all={health} />}
    </span>
  )
}
