import { describe, expect, test } from 'vitest'
import { andThen, attempt } from './and-then.ts'

const add = (value: number) => String(value + 1)
const messageOf = (error: unknown) => (error as Error).message
const fail = () => {
  throw new Error('no')
}

test('andThen passes a plain value on synchronously', () => {
  expect(andThen(1, add)).toBe('2')
  expect(attempt(() => 1, add, messageOf)).toBe('2')
})

test('andThen awaits a promise before it passes the value on', async () => {
  expect(await andThen(Promise.resolve(1), add)).toBe('2')
  expect(await attempt(() => Promise.resolve(1), add, messageOf)).toBe('2')
})

describe('the failure handler of attempt', () => {
  test('receives a failure of the work, thrown or rejected', async () => {
    expect(attempt(fail, add, messageOf)).toBe('no')
    expect(await attempt(() => Promise.reject(new Error('no')), add, messageOf)).toBe('no')
  })

  test('receives a failure of the continuation, synchronous or not', async () => {
    expect(attempt(() => 1, fail, messageOf)).toBe('no')
    expect(await attempt(() => Promise.resolve(1), fail, messageOf)).toBe('no')
  })
})
