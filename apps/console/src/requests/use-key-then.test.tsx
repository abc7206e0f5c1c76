import type { Call } from '@sluice/contract'
import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { exampleKey } from '../keys/testing/example-key.ts'
import { useKeyThen } from './use-key-then.ts'

/** Each change replaced the key's only scope, so the n-th entry recorded scope n. */
const changes = Array.from({ length: 250 }, (_, n) => ({
  before: { scopes: [{ action: 'read', resourceFilter: `THING/#/${n}` }], allowedIpCidrs: [] },
}))

function Then() {
  const { scopes, isKnown } = useKeyThen(exampleKey(), '2026-06-01T00:00:00.000Z')
  return <p>{isKnown ? scopes.map(({ resourceFilter }) => resourceFilter).join() : 'unknown'}</p>
}

test('a key had the scopes before its first change since, however many changes followed', async () => {
  const html = await shownWith(<Then />, (operation, input) => {
    expect(operation).toBe('audit.list')
    const { sort = '-at', limit, from } = (input as Call<'audit.list'>).query ?? {}
    expect(from).toBe('2026-06-01T00:00:00.000Z')
    const ordered = sort === 'at' ? changes : changes.toReversed()
    return { items: ordered.slice(0, Number(limit)), nextCursor: null }
  })
  expect(html).toContain('<p>THING/#/0</p>')
})

test('without the audit log it is unknown what a key had', async () => {
  const html = await shownWith(<Then />, () => {
    throw new Error('no')
  })
  expect(html).toContain('<p>unknown</p>')
})
