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
  const unreadable = [
    { partition: 3, position: 10n, isDamaged: false },
    ...[20n, 30n, 40n, 50n].map((position) => ({ partition: 3, position, isDamaged: true })),
  ]
  expect(sharedLogWarnings({ partitions, clockAhead: -11, unreadable })).toEqual([
    'Samples wait to be stored for 32 s, in partitions 1, 2.',
    'This node cannot read acknowledged samples in the log, of a later version: partition 3, position 10. Upgrade this node.',
    'Acknowledged samples in the log are damaged: partition 3, position 20; partition 3, position 30; partition 3, position 40; 1 more. Queries of them get 503 until these records are moved to files: npx sluice samples remove-record',
    expect.stringContaining('Acknowledged samples of partitions 2 are set aside and tried again'),
    'The clock of this node is 11 ms ahead of that of Postgres. Set it by NTP.',
  ])
})

it('is silent about a log that is well, and where there is none', () => {
  const partitions = [{ ...fine, partition: 0 }]
  expect(sharedLogWarnings({ partitions, clockAhead: 9, unreadable: [] })).toEqual([])
  expect(sharedLogWarnings(undefined)).toEqual([])
})
