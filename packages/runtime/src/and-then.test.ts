import { describe, expect, test } from 'vitest'
import { andThen, attempt } from './and-then.ts'

const add = (value: number) => String(value + 1)
const messageOf = (error: unknown) => (error as Error).message
const fail = () => {
  throw new Error('no')
}

/** An attempt without a subject. */
const attemptTo = (work: () => number | Promise<number>, next: (value: number) => string) =>
  attempt({ work, next, failed: messageOf }, undefined)

test('andThen passes a plain value on synchronously', () => {
  expect(andThen(1, add)).toBe('2')
  expect(attemptTo(() => 1, add)).toBe('2')
})

test('andThen awaits a promise before it passes the value on', async () => {
  expect(await andThen(Promise.resolve(1), add)).toBe('2')
  expect(await attemptTo(() => Promise.resolve(1), add)).toBe('2')
})

describe('the failure handler of attempt', () => {
  test('receives a failure of the work, thrown or rejected', async () => {
    expect(attemptTo(fail, add)).toBe('no')
    expect(await attemptTo(() => Promise.reject(new Error('no')), add)).toBe('no')
  })

  test('receives a failure of the continuation, synchronous or not', async () => {
    expect(attemptTo(() => 1, fail)).toBe('no')
    expect(await attemptTo(() => Promise.resolve(1), fail)).toBe('no')
  })
})

test('every step receives the subject, synchronous or not', async () => {
  const work = (list: string[]) => list.push('work')
  const next = (length: number, list: string[]) => {
    list.push(`next ${length}`)
    throw new Error('no')
  }
  const failed = (error: unknown, list: string[]) => [...list, messageOf(error)]
  const expected = ['work', 'next 1', 'no']
  expect(attempt({ work, next, failed }, [])).toEqual(expected)
  expect(await attempt({ work: async (list) => work(list), next, failed }, [])).toEqual(expected)
  const join = (value: number, list: string[]) => [value, ...list]
  expect(andThen(1, join, ['subject'])).toEqual([1, 'subject'])
  expect(await andThen(Promise.resolve(1), join, ['subject'])).toEqual([1, 'subject'])
})
