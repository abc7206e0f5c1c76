import { expect, test } from 'vitest'
import { shareQueries } from './query-turns.ts'

/** Queries of an organization that stay under way until they are ended. */
function hold(turns: ReturnType<typeof shareQueries>, organization: number, count: number) {
  const gate = Promise.withResolvers<void>()
  const all = Array.from({ length: count }, () =>
    turns.inTurn({ organization }, () => gate.promise),
  )
  return { settled: Promise.allSettled(all), end: gate.resolve }
}

test('forty queries of one organization leave turns for every other', async () => {
  const turns = shareQueries()
  const greedy = hold(turns, 1, 40)
  expect(turns.counts()).toMatchObject({ held: 6, waiting: 34 })
  expect(await turns.inTurn({ organization: 2 }, async () => 'answered')).toBe('answered')
  const second = hold(turns, 2, 40)
  expect(await turns.inTurn({ organization: 3 }, async () => 'answered')).toBe('answered')
  expect(await turns.inTurn({}, async () => 'of the service')).toBe('of the service')
  greedy.end()
  second.end()
  const outcomes = [await greedy.settled, await second.settled].flat()
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
})

test('queries beyond the queue are refused, to their own organization only', async () => {
  const turns = shareQueries()
  const greedy = hold(turns, 1, 6 + 96)
  const refused = turns.inTurn({ organization: 1 }, async () => 'answered')
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  expect(await turns.inTurn({ organization: 2 }, async () => 'answered')).toBe('answered')
  greedy.end()
  await greedy.settled
})
