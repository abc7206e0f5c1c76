import { expect, test } from 'vitest'
import { onOneAxis } from './one-axis.ts'

const page = (positions: number[], next?: number) => ({
  page: { positions, next, values: [positions.map((one) => one * 10)] },
  times: positions.map((one) => one * 1000),
})
const asc = { order: 'asc', limit: 3 } as const

test('pages of groups share the positions that any of them has', async () => {
  expect(await onOneAxis([page([1, 3]), page([2, 3])], asc)).toEqual({
    times: [1000, 2000, 3000],
    next: undefined,
    values: [[[10, null, 30]], [[null, 20, 30]]],
  })
})

test('what does not fit starts the next page', async () => {
  const { times, next } = await onOneAxis([page([1, 2]), page([3, 4])], asc)
  expect([times, next]).toEqual([[1000, 2000, 3000], 4])
})

test('if one group continues on the next page, the others stop at the same position', async () => {
  const { times, next, values } = await onOneAxis([page([1], 2), page([1, 3])], asc)
  expect([times, next]).toEqual([[1000], 2])
  expect(values).toEqual([[[10]], [[10]]])
})

test('pages may be newest first', async () => {
  const desc = { order: 'desc', limit: 2 } as const
  const { times, next } = await onOneAxis([page([5, 4], 3), page([5, 2])], desc)
  expect([times, next]).toEqual([[5000, 4000], 3])
})

test('no groups give an empty page', async () => {
  expect(await onOneAxis([], asc)).toEqual({ times: [], next: undefined, values: [] })
})
