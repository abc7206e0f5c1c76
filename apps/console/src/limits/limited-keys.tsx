import { Button } from '@mantine/core'
import type { LimitUsage } from '@sluice/contract'
import { PageLink } from '#address/page-link.tsx'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink, RowWords } from '#table/row-target.tsx'
import { texts } from '#texts/limits.ts'
import classes from './limited-keys.module.css'
import { LAST_DAYS } from './use-limit-use.ts'

type Row = LimitUsage['keys'][number]

const linkedName: Column<Row> = {
  header: texts.byKey.key,
  phone: true,
  cell: ({ keyId, name, calls }) => (
    <RowLink
      href={`/keys/${keyId}?tab=usage`}
      below={<code>{keyId}</code>}
      belowOnPhone={texts.callsOf(calls)}
    >
      {name}
    </RowLink>
  ),
}

const plainName: Column<Row> = {
  ...linkedName,
  cell: ({ keyId, name }) => <RowWords below={<code>{keyId}</code>}>{name}</RowWords>,
}

/** The link to a row's calls in the request log. */
function callsOf(row: Row, also: Record<string, string> = {}): string {
  const asked = { key: row.keyId, from: `-${LAST_DAYS}d`, ...also }
  return `/requests?${new URLSearchParams(asked)}`
}

function countColumns(linked: boolean): Column<Row>[] {
  const counted = (count: number, href: string, what: string) =>
    linked && count > 0 ? (
      <PageLink href={href} className={classes.act} aria-label={what}>
        {formatCount(count)}
      </PageLink>
    ) : (
      formatCount(count)
    )
  return [
    {
      ...{ header: texts.byKey.calls, width: '120px', align: 'end' },
      cell: (row) => counted(row.calls, callsOf(row), texts.byKey.callsOf(row.calls, row.name)),
    },
    {
      ...{ header: texts.byKey.limited, width: '108px', align: 'end', phone: true },
      cell: (row) =>
        counted(
          row.limited,
          callsOf(row, { problem: 'rate-limited' }),
          texts.byKey.limitedOf(row.limited, row.name),
        ),
    },
    { header: texts.byKey.last, width: '120px', cell: ({ lastAt }) => <Time iso={lastAt} /> },
  ]
}

function shareColumn(onShare: (row: Row) => void): Column<Row> {
  return {
    ...{ header: texts.byKey.action, width: '148px', align: 'end', phone: true },
    cell: (row) => (
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.act ?? ''}
        aria-label={texts.share.of(row.name)}
        onClick={() => onShare(row)}
      >
        {texts.share.opens}
      </Button>
    ),
  }
}

interface LimitedKeysProps {
  readonly keys: readonly Row[]
  /** Whether to link to the keys' pages and calls. */
  readonly linked: boolean
  /** Opens the dialog for the key's share; undefined if the user may not change it. */
  readonly onShare?: ((row: Row) => void) | undefined
}

/** The keys with calls, most rate-limited first. */
export function LimitedKeys({ keys, linked, onShare }: LimitedKeysProps) {
  if (keys.length === 0) return <p className={classes.none}>{texts.byKey.none}</p>
  return (
    <DataTable
      caption={texts.byKey.caption}
      columns={[
        linked ? linkedName : plainName,
        ...countColumns(linked),
        ...(onShare ? [shareColumn(onShare)] : []),
      ]}
      rows={keys}
      rowKey={({ keyId }) => keyId}
    />
  )
}
