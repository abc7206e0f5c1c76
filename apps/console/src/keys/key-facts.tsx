import type { Key } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '#texts/keys.tsx'
import { budgetWords } from './budget/budget-words.ts'
import { AddressLines, ScopeLines } from './scope-lines.tsx'

/** All properties of a key. (React reserves the prop `key`.) */
export function KeyFacts({ record }: { record: Key }) {
  const exact = useExactTime()
  const rows: [string, ReactNode][] = [
    [texts.keyFacts.status, <StatusMark key="status" status={record.status} />],
    [texts.keyFacts.key, <code key="display">{record.display}</code>],
    [texts.keyFacts.type, record.keyType],
    [texts.keyFacts.scopes, <ScopeLines key="scopes" scopes={record.scopes} />],
    [
      texts.keyFacts.allowedAddresses,
      <AddressLines key="addresses" entries={record.allowedIpCidrs} />,
    ],
    [texts.keyFacts.budget, budgetWords(record.budgetShare)],
    [texts.keyFacts.expires, record.expiresAt ? exact(record.expiresAt) : texts.keyFacts.never],
    [texts.keyFacts.lastUsed, lastUse(record, exact)],
    [texts.keyFacts.created, texts.keyFacts.by(exact(record.createdAt), record.createdBy.name)],
  ]
  if (record.revokedAt) {
    const by = texts.keyFacts.by(exact(record.revokedAt), record.revokedBy?.name ?? '–')
    rows.push([texts.keyFacts.revoked, by])
  }
  if (record.leakedAt) rows.push([texts.keyFacts.reportedAsLeaked, exact(record.leakedAt)])
  return <Facts rows={rows} />
}

function lastUse({ lastUsedAt, lastUsedIp }: Key, exact: (iso: string) => string): string {
  if (!lastUsedAt) return texts.keyFacts.noCallAcceptedYet
  return lastUsedIp ? texts.keyFacts.lastUse(exact(lastUsedAt), lastUsedIp) : exact(lastUsedAt)
}
