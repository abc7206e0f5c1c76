import { expect, test, vi } from 'vitest'
import { openReach, quiet, takenJobs } from './reach.ts'

const away = new Error('connect ECONNREFUSED')

test('an unreachable queue is reported once, and once more when all runners are connected again', () => {
  const onQueue = vi.fn()
  const reach = openReach(onQueue)
  reach.found('deliveries')
  expect(onQueue).not.toHaveBeenCalled()
  for (const runner of ['deliveries', 'others', 'deliveries']) reach.lost(runner, away)
  expect(onQueue.mock.calls).toEqual([[away]])
  reach.found('deliveries')
  expect(onQueue).toHaveBeenCalledTimes(1)
  reach.found('others')
  reach.found('others')
  expect(onQueue.mock.calls).toEqual([[away], [undefined]])
})

test('failures of jobs are distinguished from those of their queue', () => {
  const [ofJob, ofQueue] = [vi.fn(), vi.fn()]
  const logger = quiet(ofJob, ofQueue)
  logger.error('Failed task 1', { failure: true, error: away })
  expect([ofJob.mock.calls, ofQueue.mock.calls]).toEqual([[[away]], []])
  logger.error('Error with notify listener', { error: away })
  logger.error('no more is known')
  logger.warn('nothing to act on')
  expect(ofJob).toHaveBeenCalledTimes(1)
  expect(ofQueue.mock.calls).toEqual([[away], [new Error('no more is known')]])
})

test('a queue that answers is in reach, whether it has a job or none', () => {
  const taken = vi.fn()
  const events = takenJobs(taken)
  for (const name of ['worker:getJob:empty', 'job:start'] as const) events.emit(name, {} as never)
  expect(taken).toHaveBeenCalledTimes(2)
})
