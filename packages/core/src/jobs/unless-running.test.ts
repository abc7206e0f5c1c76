import { expect, it } from 'vitest'
import { unlessRunning } from './unless-running.ts'

function tasks() {
  const runs: PromiseWithResolvers<void>[] = []
  const clock = { now: 0 }
  const task = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  return { runs, clock, once: unlessRunning(task, 100, () => clock.now) }
}

it('a task runs again when it is done or has failed, and not before', async () => {
  const { runs, once } = tasks()
  const first = once()
  await once()
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  void once()
  expect(runs).toHaveLength(2)
})

it('a run that never ends holds up others for a time only', async () => {
  const { runs, clock, once } = tasks()
  const lost = once()
  clock.now = 100
  void once()
  expect(runs).toHaveLength(2)
  runs[0]?.resolve()
  await lost
  await once()
  expect(runs).toHaveLength(2)
})
