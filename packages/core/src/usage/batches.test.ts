import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queueBatches } from './batches.ts'

const small = () =>
  queueBatches<number, number[]>({ rows: () => [], batchRows: 3, capacity: 2, name: 'node' })

test('gathers rows into batches, oldest first, each with a token of its own', () => {
  const batches = small()
  expect([1, 2, 3, 4].map((row) => batches.add(row))).toEqual([false, false, true, false])
  expect(batches.take()).toEqual({ token: 'node-0', rows: [1, 2, 3] })
  expect(batches.take()).toEqual({ token: 'node-1', rows: [4] })
  expect(batches.take()).toBeUndefined()
})

test('holds no more than its bound: the oldest batch goes, and is counted', () => {
  const batches = small()
  for (let row = 1; row <= 7; row++) batches.add(row)
  expect(batches.counts()).toEqual({ waiting: 4, dropped: 3 })
  expect(batches.take()?.rows).toEqual([4, 5, 6])
})

test('a batch put back is the next one again, with the same token, unless newer rows need its place', () => {
  const batches = small()
  for (const row of [1, 2, 3]) batches.add(row)
  const first = batches.take()
  batches.add(4)
  if (first) batches.putBack(first)
  expect(batches.take()).toBe(first)
  for (const row of [5, 6, 7, 8]) batches.add(row)
  if (first) batches.putBack(first)
  expect(batches.counts()).toEqual({ waiting: 5, dropped: 3 })
})

test('a batch that was tried takes no more rows: its token may stand for what it held', () => {
  const batches = small()
  batches.add(1)
  const tried = batches.take()
  if (tried) batches.putBack(tried)
  batches.add(2)
  expect(batches.take()?.rows).toEqual([1])
  expect(batches.take()).toEqual({ token: 'node-1', rows: [2] })
})

test('no row is lost uncounted or taken twice, and the bound always holds', () => {
  const step = fc.constantFrom('add', 'take', 'fail')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const batches = small()
      let added = 0
      const taken: number[] = []
      for (const name of steps) {
        if (name === 'add') batches.add(added++)
        const batch = name === 'add' ? undefined : batches.take()
        if (batch && name === 'take') taken.push(...batch.rows)
        if (batch && name === 'fail') batches.putBack(batch)
        expect(batches.counts().waiting).toBeLessThanOrEqual(6)
      }
      const { waiting, dropped } = batches.counts()
      expect(taken.length + waiting + dropped).toBe(added)
      expect(new Set(taken).size).toBe(taken.length)
    }),
  )
})
