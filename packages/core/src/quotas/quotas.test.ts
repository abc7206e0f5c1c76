import { storageDefaults } from '@sluice/contract'
import { expect, test } from 'vitest'
import { noFigures, readFigures } from '../limits/index.ts'
import { quotaOf, requireRoomForChanges, requireRoomForSamples } from './quotas.ts'

const organization = (quotas?: object, samplesFull = false) => ({
  ...{ id: 'acme', number: 1, samplesFull },
  limits: quotas ? readFigures({ quotas }) : noFigures,
})

test('a quota is the default unless the organization has its own', () => {
  const own = { samples: { bytes: 5, reason: 'small' } }
  expect(quotaOf(undefined, 'samples')).toEqual({
    ...{ mostBytes: storageDefaults.samples, source: 'default', reason: null },
  })
  expect(quotaOf(own, 'samples')).toEqual({ mostBytes: 5, source: 'standing', reason: 'small' })
  expect(quotaOf(own, 'changes').mostBytes).toBe(storageDefaults.changes)
})

test('quotas are read back from the row, and malformed ones count as none', () => {
  const quotas = { changes: { bytes: 7, reason: 'x' } }
  expect(readFigures({ quotas })).toEqual({ standing: [], overrides: [], quotas })
  for (const none of [{}, { changes: { bytes: 0, reason: 'x' } }, { disk: { bytes: 1 } }]) {
    expect(readFigures({ quotas: none })).toBe(noFigures)
  }
})

test('changes have room up to the quota itself, samples until they were found full', () => {
  const small = organization({ changes: { bytes: 1536, reason: 'x' } })
  expect(requireRoomForChanges(small, 1536)).toBeUndefined()
  expect(() => requireRoomForChanges(small, 1537)).toThrow(/quota of changes is 1.5 KiB, and/)
  expect(requireRoomForChanges(small, 1382, true)).toBeUndefined()
  expect(() => requireRoomForChanges(small, 1383, true)).toThrow(/External keys: 90 %/)
  expect(requireRoomForSamples(small)).toBeUndefined()
  const full = organization({ samples: { bytes: 2 ** 40, reason: 'x' } }, true)
  expect(() => requireRoomForSamples(full)).toThrow(
    expect.objectContaining({
      code: 'quota-exceeded',
      retryAfter: 300,
      message: expect.stringContaining('1 TiB'),
    }),
  )
})
