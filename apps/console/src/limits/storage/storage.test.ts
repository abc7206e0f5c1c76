import type { StorageQuota } from '@sluice/contract'
import { expect, test } from 'vitest'
import { isNearlyFull, storageText, usedPart, usedText } from './storage.ts'

const GIB = 2 ** 30
const quota = (some: Partial<StorageQuota>): StorageQuota => ({
  ...{ kind: 'samples', usedBytes: 0, mostBytes: 100 * GIB, source: 'default', reason: null },
  ...{ measuredAt: null, fullSince: null, ...some },
})
const exact = (iso: string) => `<${iso}>`

test('the usage of a quota is shown as a part and as a size', () => {
  expect(usedPart(quota({ usedBytes: 25 * GIB }))).toBe(0.25)
  expect(usedPart(quota({ usedBytes: 250 * GIB }))).toBe(1)
  expect(usedText(quota({ usedBytes: 1.5 * GIB }))).toBe('1.5 GiB')
  expect(usedText(quota({ usedBytes: null }))).toBe('Not measured yet')
})

test('a quota needs attention when four fifths are used, and while it is full', () => {
  expect(isNearlyFull(quota({ usedBytes: 79 * GIB }))).toBe(false)
  expect(isNearlyFull(quota({ usedBytes: 80 * GIB }))).toBe(true)
  expect(isNearlyFull(quota({ usedBytes: 10 * GIB, fullSince: '2026-06-01' }))).toBe(true)
})

test('a full quota says what is rejected, and an own quota gives its reason', () => {
  expect(storageText(quota({}), exact)).toMatch(/^Samples .*\. The default quota\.$/)
  expect(storageText(quota({ fullSince: '2026-06-01' }), exact)).toContain(
    'Full since <2026-06-01>: samples are refused until some are erased.',
  )
  const changes = quota({ kind: 'changes', usedBytes: 100 * GIB, source: 'standing', reason: 'x' })
  expect(storageText(changes, exact)).toMatch(/Full: .* Set for this organization: x\.$/)
})
