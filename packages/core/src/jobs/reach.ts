import { EventEmitter } from 'node:events'
import type { OnBackground } from '@sluice/runtime'
import { Logger, type WorkerEvents } from 'graphile-worker'

/**
 * Tracks whether runners can reach the queue. If the database is down, each of their statements fails, many times a
 * second: `onQueue` is called only when the first runner loses it, and when all have it back.
 */
export function openReach(onQueue: OnBackground) {
  const without = new Set<string>()
  return {
    lost(runner: string, fault: unknown): void {
      if (without.size === 0) onQueue(fault)
      without.add(runner)
    },
    found(runner: string): void {
      if (without.delete(runner) && without.size === 0) onQueue(undefined)
    },
  }
}

/** Calls `taken` whenever the queue answered a runner that asked for a job. */
export function takenJobs(taken: () => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  return events.on('worker:getJob:empty', taken).on('job:start', taken)
}

/** The queue's own logger, which passes on only errors, of a job or of the queue. */
export function quiet(ofJob: (fault: unknown) => void, ofQueue: (fault: unknown) => void): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error') return
    const fault = meta && 'error' in meta ? meta.error : new Error(message)
    if (meta && 'failure' in meta) ofJob(fault)
    else ofQueue(fault)
  })
}
