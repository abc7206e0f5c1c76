import type { Key } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { budgetWords } from './budget/budget-words.ts'
import { AddressLines, ScopeLines } from './scope-lines.tsx'

/** Everything on record of a key. (React keeps a property named `key` for itself.) */
export function KeyFacts({ record }: { record: Key }) {
  const exact = useExactTime()
  const rows: [string, ReactNode][] = [
    ['Status', <StatusMark key="status" status={record.status} />],
    ['Key', <code key="display">{record.display}</code>],
    ['Type', record.keyType],
    ['Scopes', <ScopeLines key="scopes" scopes={record.scopes} />],
    ['Allowed addresses', <AddressLines key="addresses" entries={record.allowedIpCidrs} />],
    ['Budget', budgetWords(record.budgetShare)],
    ['Expires', record.expiresAt ? exact(record.expiresAt) : 'Never'],
    ['Last used', lastUse(record, exact)],
    ['Created', `${exact(record.createdAt)} by ${record.createdBy.name}`],
  ]
  if (record.revokedAt) {
    rows.push(['Revoked', `${exact(record.revokedAt)} by ${record.revokedBy?.name}`])
  }
  if (record.leakedAt) rows.push(['Reported as leaked', exact(record.leakedAt)])
  return <Facts rows={rows} />
}

function lastUse({ lastUsedAt, lastUsedIp }: Key, exact: (iso: string) => string): string {
  if (!lastUsedAt) return 'No call accepted yet'
  return lastUsedIp ? `${exact(lastUsedAt)} from ${lastUsedIp}` : exact(lastUsedAt)
}
