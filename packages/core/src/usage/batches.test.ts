import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queueBatches } from './batches.ts'

const small = () =>
  queueBatches<number, number[]>({ rows: () => [], batchRows: 3, capacity: 2, name: 'node' })

test('rows are queued into batches, oldest first, each with its own token', () => {
  const batches = small()
  expect([1, 2, 3, 4].map((row) => batches.add(row))).toEqual([false, false, true, false])
  expect(batches.take()).toEqual({ token: 'node-0', rows: [1, 2, 3] })
  expect(batches.take()).toEqual({ token: 'node-1', rows: [4] })
  expect(batches.take()).toBeUndefined()
})

test('a full queue drops its oldest batch and counts the rows', () => {
  const batches = small()
  for (let row = 1; row <= 7; row++) batches.add(row)
  expect(batches.counts()).toEqual({ waiting: 4, dropped: 3 })
  expect(batches.take()?.rows).toEqual([4, 5, 6])
})

test('a batch put back is next again, unless newer rows fill the queue', () => {
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

test('a batch that was tried receives no more rows, because its token is used', () => {
  const batches = small()
  batches.add(1)
  const tried = batches.take()
  if (tried) batches.putBack(tried)
  batches.add(2)
  expect(batches.take()?.rows).toEqual([1])
  expect(batches.take()).toEqual({ token: 'node-1', rows: [2] })
})

test('every row is taken once or counted as dropped, within the bound', () => {
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

test('a batch of large rows is full by its bytes', () => {
  const rows = () => {
    const kept: string[] = []
    return {
      get length() {
        return kept.length
      },
      get bytes() {
        return kept.join('').length
      },
      push: (row: string) => kept.push(row),
    }
  }
  const limits = { batchRows: 100, batchBytes: 10, capacity: 2, name: 'node' }
  const batches = queueBatches<string, ReturnType<typeof rows>>({ rows, ...limits })
  const added = Array.from({ length: 9 }, () => batches.add('large'))
  expect(added).toEqual([false, true, false, true, false, true, false, true, false])
  expect(batches.counts()).toEqual({ waiting: 3, dropped: 6 })
})
