import type { Scope } from '@sluice/contract'
import { expect, test } from 'vitest'
import { scopesSummary } from './scopes-summary.ts'

const scope = (action: Scope['action'], resourceFilter: string): Scope => ({
  action,
  resourceFilter,
})

test.each([
  [[scope('*', '#')], 'Everything'],
  [[scope('write', '#'), scope('read', '#')], 'Read and write everything'],
  [[scope('read', '#'), scope('write', 'THING/#/#')], 'Read everything, 1 more'],
  [[scope('write', 'PLACE/Site/oslo/THING/#/#')], 'write PLACE/Site/oslo/THING/#/#'],
  [
    [scope('read', 'THING/#/#'), scope('write', 'KEY/#'), scope('read', 'KEY/#')],
    'read THING/#/#, 2 more',
  ],
])('the scopes %j are summarized as “%s”', (scopes, words) => {
  expect(scopesSummary(scopes)).toBe(words)
})
