import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/client.ts'
import { type ExhaustedLimit, type LastSeenListeners, openLastSeenBuffer } from './buffer.ts'

const at = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-01T12:00:05Z')

/** The values of each statement, in order, and the outcome of the next one. */
let written: unknown[][]
let execute: () => Promise<number>
let listeners: LastSeenListeners
/** Rows that the next statement skips as locked. */
let locked: string[]

beforeEach(() => {
  written = []
  locked = []
  execute = async () => 1
  listeners = { seen: () => {}, told: async () => {}, exhausted: async () => {} }
})

function gather() {
  async function $queryRaw(_statement: unknown, ...values: unknown[]) {
    written.push(values.filter((value) => Array.isArray(value)))
    await execute()
    return locked.splice(0).map((id) => ({ organizationId: 'o', id, locked: true, offline: false }))
  }
  return openLastSeenBuffer({ $queryRaw } as unknown as Database, listeners)
}

/** Organizations, ids, times and numbers of each statement about things. */
const things = () => written.filter(([, , , column]) => isNumbers(column))
/** The same for keys, with their addresses. */
const keys = () => written.filter(([, , , column]) => !isNumbers(column))
const isNumbers = (column: unknown) => Array.isArray(column) && typeof column[0] === 'number'

test('the next flush retries failed key uses, with the latest of each key', async () => {
  const lastSeen = gather()
  lastSeen.keyUsed('o', 'a', at, '192.0.2.1')
  lastSeen.keyUsed('o', 'b', at, '192.0.2.1')
  execute = () => Promise.reject(new Error('Postgres is gone.'))
  await expect(lastSeen.flush()).rejects.toThrow('Postgres is gone.')
  execute = async () => 1
  lastSeen.keyUsed('o', 'a', later, '192.0.2.2')
  await lastSeen.flush()
  expect(keys().at(-1)).toEqual([
    ['o', 'o'],
    ['a', 'b'],
    [later, at],
    ['192.0.2.2', '192.0.2.1'],
  ])
})

test('the next flush retries things whose last-seen times could not be written', async () => {
  const lastSeen = gather()
  const notified: unknown[] = []
  listeners.seen = (things) => void notified.push(...things)
  lastSeen.thingSeen('o', 'a', { at: at, number: 1 })
  lastSeen.thingSeen('o', 'b', { at: at, number: 1 })
  lastSeen.thingSeen('p', 'a', { at: at, number: 1 })
  const slow = Promise.withResolvers<number>()
  execute = () => slow.promise
  const flush = lastSeen.flush()
  lastSeen.thingSeen('o', 'a', { at: later, number: 1 })
  slow.reject(new Error('Postgres is gone.'))
  await expect(flush).rejects.toThrow('Postgres is gone.')
  execute = async () => 1
  await lastSeen.flush()
  expect(things()).toEqual([
    [
      ['o', 'o', 'p'],
      ['a', 'b', 'a'],
      [at, at, at],
      [1, 1, 1],
    ],
    [
      ['o', 'o', 'p'],
      ['a', 'b', 'a'],
      [later, at, at],
      [1, 1, 1],
    ],
  ])
  expect(notified).toHaveLength(3)
})

test('locked things are reported once they are written: by the next write, or by a flush that waits', async () => {
  const lastSeen = gather()
  const notified: unknown[] = []
  listeners.seen = (things) => void notified.push(...things.map(({ thingId }) => thingId))
  lastSeen.thingSeen('o', 'a', { at: at, number: 1 })
  lastSeen.thingSeen('o', 'b', { at: at, number: 1 })
  locked = ['a']
  await lastSeen.write()
  expect(notified).toEqual(['b'])
  locked = ['a']
  await lastSeen.flush()
  expect(notified).toEqual(['b', 'a'])
  expect(things().map((columns) => columns[1])).toEqual([['a', 'b'], ['a'], ['a']])
})

test('a write ends although things that are locked and new ones remain, and keys are written in between', async () => {
  const lastSeen = gather()
  for (let i = 0; i < 45_000; i += 1) lastSeen.thingSeen('large', `${i}`, { at: at, number: 1 })
  lastSeen.thingSeen('small', 'a', { at: at, number: 1 })
  let statements = 0
  execute = async () => {
    statements += 1
    lastSeen.thingSeen('large', `new ${statements}`, { at: at, number: 1 })
    if (statements % 10 === 1) lastSeen.keyUsed('o', 'k', at, '192.0.2.1')
    return 1
  }
  await lastSeen.write()
  expect(things()[0]?.[0]).toContain('small')
  expect(things().length).toBeLessThan(60)
  expect(keys()).toHaveLength(2)
})

test('the next flush retries a failed notification of an exhausted limit', async () => {
  const limit = { organizationId: 'o', tier: 'standard', keyId: 'k', at } as const
  const notified: unknown[] = []
  let fails = true
  listeners.exhausted = async (limits) => {
    if (fails) throw new Error('Postgres is gone.')
    notified.push(...limits)
  }
  const lastSeen = gather()
  lastSeen.limitExhausted(limit)
  await expect(lastSeen.flush()).rejects.toThrow('Postgres is gone.')
  fails = false
  lastSeen.limitExhausted({ ...limit, at: later })
  await lastSeen.flush()
  expect(notified).toEqual([limit])
})

test('a write does not wait until limits are reported, and the next one tells of a fault', async () => {
  const limit = { organizationId: 'o', tier: 'standard', keyId: 'k', at } as const
  const telling = Promise.withResolvers<void>()
  listeners.exhausted = () => telling.promise
  const lastSeen = gather()
  lastSeen.limitExhausted(limit)
  lastSeen.keyUsed('p', 'a', at, '192.0.2.1')
  await lastSeen.write()
  lastSeen.keyUsed('p', 'b', at, '192.0.2.1')
  await lastSeen.write()
  expect(keys().map((columns) => columns[1])).toEqual([['a'], ['b']])
  telling.reject(new Error('Postgres is gone.'))
  await new Promise(setImmediate)
  await expect(lastSeen.write()).rejects.toThrow('Postgres is gone.')
})

test('a report that does not end delays only the next one of its own organization', async () => {
  const limit = { organizationId: 'slow', tier: 'standard', keyId: 'k', at } as const
  const telling = Promise.withResolvers<void>()
  const told: string[] = []
  listeners.exhausted = async (limits) => {
    told.push(...limits.map(({ organizationId, tier }) => `${organizationId} ${tier}`))
    if (limits.some(({ organizationId }) => organizationId === 'slow')) await telling.promise
  }
  const lastSeen = gather()
  const write = async (...more: ExhaustedLimit[]) => {
    for (const one of more) lastSeen.limitExhausted(one)
    await lastSeen.write()
    return told.splice(0)
  }
  const other = { ...limit, organizationId: 'other' }
  expect(await write(limit, other)).toEqual(['slow standard', 'other standard'])
  expect(await write(other, { ...limit, tier: 'ingest' })).toEqual(['other standard'])
  telling.resolve()
  await lastSeen.flush()
  expect(told).toEqual(['slow ingest'])
})

test('a report that fails is repeated for its organization alone, with what came meanwhile', async () => {
  const limit = { organizationId: 'failing', tier: 'standard', keyId: 'k', at } as const
  const other = { ...limit, organizationId: 'other' }
  const told: ExhaustedLimit[] = []
  let telling = Promise.withResolvers<void>()
  listeners.exhausted = async ([first, ...rest]) => {
    if (first?.organizationId === 'failing') await telling.promise
    told.push(...(first ? [first, ...rest] : rest))
  }
  const lastSeen = gather()
  lastSeen.limitExhausted(limit)
  lastSeen.limitExhausted(other)
  await lastSeen.write()
  lastSeen.limitExhausted({ ...limit, at: later })
  telling.reject(new Error('Postgres is gone.'))
  await new Promise(setImmediate)
  telling = Promise.withResolvers()
  telling.resolve()
  await lastSeen.flush()
  expect(told).toEqual([other, { ...limit, at: later }])
})

test('a flush does not wait for reports after the signal', async () => {
  listeners.exhausted = () => new Promise(() => {})
  const lastSeen = gather()
  lastSeen.limitExhausted({ organizationId: 'slow', tier: 'standard', keyId: 'k', at })
  const end = new AbortController()
  const flush = lastSeen.flush(end.signal)
  await new Promise(setImmediate)
  end.abort()
  await expect(flush).resolves.toBeUndefined()
  await expect(lastSeen.flush(end.signal)).resolves.toBeUndefined()
})

test('one failing write does not stop the others, and the flush waits for all', async () => {
  const lastSeen = gather()
  const slow = Promise.withResolvers<number>()
  lastSeen.keyUsed('o', 'a', at, '192.0.2.1')
  lastSeen.thingSeen('o', 'truck', { at: at, number: 1 })
  execute = () => (written.length === 1 ? Promise.reject(new Error('refused')) : slow.promise)
  const flush = lastSeen.flush()
  let ended = false
  void flush.catch(() => {
    ended = true
  })
  await new Promise(setImmediate)
  expect(written).toHaveLength(2)
  expect(ended).toBe(false)
  slow.resolve(1)
  await expect(flush).rejects.toThrow('refused')
})

test('a flush called during another waits, then writes what came since', async () => {
  const lastSeen = gather()
  const slow = Promise.withResolvers<number>()
  execute = () => slow.promise
  lastSeen.keyUsed('o', 'a', at, '192.0.2.1')
  const first = lastSeen.flush()
  lastSeen.keyUsed('o', 'b', at, '192.0.2.1')
  const [second, third] = [lastSeen.flush(), lastSeen.flush()]
  await new Promise(setImmediate)
  expect(written).toHaveLength(1)
  slow.resolve(1)
  await Promise.all([first, second, third])
  expect(keys().map((columns) => columns[1])).toEqual([['a'], ['b']])
})

test('a write does not wait until sightings are reported, a flush does', async () => {
  const lastSeen = gather()
  const telling = Promise.withResolvers<void>()
  listeners.told = () => telling.promise
  lastSeen.thingSeen('o', 'truck', { at: at, number: 1 })
  await lastSeen.write()
  let isFlushed = false
  const flush = lastSeen.flush().then(() => {
    isFlushed = true
  })
  await new Promise(setImmediate)
  expect(isFlushed).toBe(false)
  telling.resolve()
  await flush
})
