import { expect, it } from 'vitest'
import { sharedLogWarnings } from './shared-log-warnings.ts'

const fine = {
  ...{ mine: true, isHeld: true, tail: 1n, applied: 1n },
  ...{ pendingBytes: 0, lagSeconds: 4, parked: 0 },
}

it('says which partitions lag or are refused, and when the clock differs', () => {
  const partitions = [
    { ...fine, partition: 0 },
    { ...fine, partition: 1, lagSeconds: 32.4 },
    { ...fine, partition: 2, lagSeconds: 26, parked: 1 },
    { ...fine, partition: 3, parked: 1 },
  ]
  expect(sharedLogWarnings({ partitions, clockAhead: -11, unreadable: [3] })).toEqual([
    'Samples wait to be stored for 32 s, in partitions 1, 2.',
    'This node cannot read acknowledged samples of partitions 3: a node of a later version wrote them, or they are damaged. Upgrade this node.',
    expect.stringContaining('Acknowledged samples of partitions 2 are set aside and tried again'),
    'The clock of this node is 11 ms ahead of that of Postgres. Set it by NTP.',
  ])
})

it('is silent about a log that is well, and where there is none', () => {
  const partitions = [{ ...fine, partition: 0 }]
  expect(sharedLogWarnings({ partitions, clockAhead: 9, unreadable: [] })).toEqual([])
  expect(sharedLogWarnings(undefined)).toEqual([])
})
