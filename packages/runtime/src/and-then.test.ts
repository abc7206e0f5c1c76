import { describe, expect, test } from 'vitest'
import { andThen, attempt } from './and-then.ts'

const add = (value: number) => String(value + 1)
const messageOf = (error: unknown) => (error as Error).message
const fail = () => {
  throw new Error('no')
}

test('a value that is there is used at once', () => {
  expect(andThen(1, add)).toBe('2')
  expect(attempt(() => 1, add, messageOf)).toBe('2')
})

test('a promise is waited for', async () => {
  expect(await andThen(Promise.resolve(1), add)).toBe('2')
  expect(await attempt(() => Promise.resolve(1), add, messageOf)).toBe('2')
})

describe('a failure reaches its handler', () => {
  test('of the work, thrown or rejected', async () => {
    expect(attempt(fail, add, messageOf)).toBe('no')
    expect(await attempt(() => Promise.reject(new Error('no')), add, messageOf)).toBe('no')
  })

  test('of what comes after it, at once or later', async () => {
    expect(attempt(() => 1, fail, messageOf)).toBe('no')
    expect(await attempt(() => Promise.resolve(1), fail, messageOf)).toBe('no')
  })
})
