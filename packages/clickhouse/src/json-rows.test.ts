import { expect, it } from 'vitest'
import { jsonRows } from './json-rows.ts'

it.each([1, 30_000])('an answer of %s rows is read as it was written', async (count) => {
  const data = Array.from({ length: count }, (_, i) => [`key${i}`, i, null])
  expect(await jsonRows(JSON.stringify({ meta: [], data, rows: count }))).toEqual(data)
})

it('others have turns of the event loop while a long answer is read', async () => {
  const data = Array.from({ length: 30_000 }, (_, i) => [`key${i}`, i, null])
  const text = JSON.stringify({ data })
  let [turns, reading] = [0, true]
  const count = () => {
    turns += 1
    if (reading) setImmediate(count)
  }
  setImmediate(count)
  await jsonRows(text)
  reading = false
  expect(turns).toBeGreaterThan(2)
})

it('an answer of a statement that failed midway is an error', async () => {
  const text = JSON.stringify({ data: [[1]], exception: 'Code: 241. Memory limit exceeded' })
  await expect(jsonRows(text)).rejects.toThrow('Memory limit exceeded')
})
