import { expect, test } from 'vitest'
import { canonicalBytes, type Entry } from './entry.ts'

const entry: Entry = {
  ...{ organizationId: 'acme', at: new Date(0), actorType: 'user', actorId: 'ann' },
  ...{ actorName: 'Ann', address: '192.0.2.7', requestId: 'r', operation: 'keys.revoke' },
  ...{ resource: 'KEY/k', before: { name: 'k' }, after: { name: 'l' } },
}

test.each(Object.keys(entry))('the hash of an audit entry covers its %s', (field) => {
  const changed = { ...entry, [field]: field === 'at' ? new Date(1) : 'another' }
  expect(canonicalBytes(changed).equals(canonicalBytes(entry))).toBe(false)
})
