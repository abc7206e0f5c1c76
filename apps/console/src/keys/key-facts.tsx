import type { Key } from '@sluice/contract'
import type { ReactNode } from 'react'
import { exactTime } from '#format/times.ts'
import { Facts } from '#states/facts.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import classes from './key-facts.module.css'

/** Everything on record of a key. (React keeps a property named `key` for itself.) */
export function KeyFacts({ record }: { record: Key }) {
  const rows: [string, ReactNode][] = [
    ['Status', <StatusMark key="status" status={record.status} />],
    ['Key', <code key="display">{record.display}</code>],
    ['Type', record.keyType],
    ['Scopes', <ScopeLines key="scopes" record={record} />],
    ['Allowed addresses', <AddressLines key="addresses" record={record} />],
    ['Expires', record.expiresAt ? exactTime(record.expiresAt) : 'Never'],
    ['Last used', lastUse(record)],
    ['Created', `${exactTime(record.createdAt)} by ${record.createdBy.name}`],
  ]
  if (record.revokedAt) {
    rows.push(['Revoked', `${exactTime(record.revokedAt)} by ${record.revokedBy?.name}`])
  }
  return <Facts rows={rows} />
}

function ScopeLines({ record }: { record: Key }) {
  return (
    <ul className={classes.lines}>
      {record.scopes.map(({ action, resourceFilter }) => (
        <li key={`${action} ${resourceFilter}`}>
          <span className={classes.action}>{action}</span> <code>{resourceFilter}</code>
        </li>
      ))}
    </ul>
  )
}

function AddressLines({ record }: { record: Key }) {
  if (record.allowedIpCidrs.length === 0) return 'Any'
  return (
    <ul className={classes.lines}>
      {record.allowedIpCidrs.map((entry) => (
        <li key={entry}>
          <code>{entry}</code>
        </li>
      ))}
    </ul>
  )
}

function lastUse({ lastUsedAt, lastUsedIp }: Key): string {
  if (!lastUsedAt) return 'Never'
  return lastUsedIp ? `${exactTime(lastUsedAt)} from ${lastUsedIp}` : exactTime(lastUsedAt)
}
