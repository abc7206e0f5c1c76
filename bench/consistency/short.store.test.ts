import { expect, it } from 'vitest'
import { runConsistency } from './run.ts'

/** The bench in short, at real settings: stores of its own, one API process with the log of samples, everything struck but clocks. */
it('answers are right while the API and its stores are struck', { timeout: 600_000 }, async () => {
  const { found, judged, counts, strikes } = await runConsistency({
    ...{ nodes: 1, replicas: 1, workers: 3, settles: false, calmMs: 800, faketime: undefined },
    // Of its first four faults one ends the node in order, one kills it, and one kills the engine.
    seed: 346,
    enough: { judged: 60, strikes: 4 },
    // What a slow machine has not done by then, it need not do.
    minutes: 4,
    // A node that hangs ends the test before what was found is compared.
    onFound: (report) => console.error(report),
  })
  expect(found).toEqual([])
  // What is asked in the end does not count: nothing strikes any more.
  expect(judged).toBeGreaterThan(10)
  expect(counts.strikes).toBeGreaterThan(1)
  if (counts.strikes < 4) return
  for (const name of ['node ended', 'node killed', 'engine killed'] as const) {
    expect(strikes[name], name).toBeGreaterThan(0)
  }
})
