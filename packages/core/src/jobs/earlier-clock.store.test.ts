import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../database/client.ts'
import { withEarlierClock } from './earlier-clock.ts'

const db = openDatabase(inject('databaseUrl'))
afterAll(() => db.$disconnect())

it('the earlier clock is the node’s own where that is behind, and the database’s where it is ahead', async () => {
  const [behind, ahead] = [new Date('2000-01-01T00:00:00Z'), new Date('3000-01-01T00:00:00Z')]
  expect((await withEarlierClock({ db, clock: () => behind })).clock()).toEqual(behind)
  const { clock } = await withEarlierClock({ db, clock: () => ahead })
  expect(clock().getTime()).toBeGreaterThan(behind.getTime())
  expect(clock().getTime()).toBeLessThan(ahead.getTime())
})

it('the earlier clock goes on, though it was ahead', async () => {
  let now = Date.parse('3000-01-01T00:00:00Z')
  const { clock } = await withEarlierClock({ db, clock: () => new Date(now) })
  const before = clock().getTime()
  now += 60_000
  expect(clock().getTime()).toBe(before + 60_000)
})
