import { expect, it } from 'vitest'
import { runConsistency } from './run.ts'

/** The bench in short, at real settings: stores of its own, one API process with the log of samples, everything struck but clocks. */
it('answers are right while the API and its stores are struck', { timeout: 180_000 }, async () => {
  const { found, judged, strikes } = await runConsistency({
    ...{
      nodes: 1,
      replicas: 1,
      seed: 11,
      minutes: 0.75,
      turns: 30,
      workers: 3,
      settles: false,
      calmMs: 800,
    },
    faketime: undefined,
  })
  expect(found).toEqual([])
  // What is asked in the end does not count: nothing strikes any more.
  expect(judged).toBeGreaterThan(10)
  expect(Object.values(strikes).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(1)
})
