import { setTimeout as sleep } from 'node:timers/promises'
import type { Tracing } from '@sluice/runtime'
import {
  type JobHelpers,
  Logger,
  type Runner,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Core } from '../context.ts'
import { DELIVER, type DeliverJob } from '../events/index.ts'
import { deliver, type Send } from '../integrations/index.ts'
import { ERASE, type EraseJob, finishErasure } from '../telemetry/index.ts'
import { expire } from './expire.ts'
import { sweep } from './sweep.ts'

export interface WorkerOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly send: Send
  /** Called with what goes wrong: a database that is lost, a job that failed and will run again. */
  readonly onFault: (fault: unknown) => void
  /** Whether it also queues the jobs of {@link CRONTAB}. Of several processes one suffices. */
  readonly sweeps: boolean
  readonly tracing?: Tracing | undefined
}

/**
 * In UTC: a sweep every minute, the expiry of what is kept no longer every day. A machine that was off at 02:20
 * makes up for it.
 */
const CRONTAB = ['* * * * * sweep', '20 2 * * * expire ?fill=1d'].join('\n')

/** Jobs that this process has under way at once. Deliveries mostly wait for their receivers. */
const CONCURRENCY = 20

/**
 * What became of jobs is written in batches, of one turn of the event loop each. Else nobody waits for these statements,
 * and the first one to fail, as the database is lost, would end the process.
 */
const TOLD_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** How long a stopping process waits for jobs under way. Deliveries that are cut off are sent again. */
const STOP_MS = 10_000

/** Pause before the queue is worked again after the database was lost. */
const RETRY_MS = 2_000

/**
 * Works the job queue until it is closed: deliveries, and the jobs that {@link CRONTAB} queues. Any number
 * of processes may do so at once.
 */
export function openJobWorker(options: WorkerOptions): { close(): Promise<void> } {
  const { core, databaseUrl, send, onFault, sweeps, tracing } = options
  const courier = { core, send, random: Math.random }
  const stopping = new AbortController()
  const { signal } = stopping
  const start = () =>
    run({
      connectionString: databaseUrl,
      concurrency: CONCURRENCY,
      maxPoolSize: 4,
      noHandleSignals: true,
      logger: quiet(onFault),
      crontab: sweeps ? CRONTAB : '',
      preset: { worker: TOLD_IN_BATCHES },
      taskList: traced(tracing, {
        [DELIVER]: (job) => deliver(courier, job as DeliverJob, signal),
        [ERASE]: async (job, { job: { key } }) => {
          const fault = await finishErasure(core, job as EraseJob, key)
          if (fault) onFault(fault)
        },
        sweep: () => sweep(core),
        expire: () => expire(core),
      }),
    })

  /** A runner ends by itself when the database is gone for long. */
  async function keepWorking() {
    while (!signal.aborted) {
      try {
        await runUntilAborted(await start(), signal, onFault)
      } catch (error) {
        onFault(error)
      }
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const ended = keepWorking()
  return {
    async close() {
      stopping.abort()
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** Each job is a trace of its own. */
function traced(
  tracing: Tracing | undefined,
  tasks: Record<string, (job: unknown, helpers: JobHelpers) => Promise<void>>,
): TaskList {
  if (!tracing) return tasks
  const units = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    (job, helpers) =>
      tracing.unit({ name: `job ${name}`, attributes: {} }, () => task(job, helpers)),
  ])
  return Object.fromEntries(units)
}

async function runUntilAborted(
  runner: Runner,
  signal: AbortSignal,
  onFault: WorkerOptions['onFault'],
): Promise<void> {
  const stop = () => void runner.stop().catch(onFault)
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    await runner.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The queue's own log, of which only faults matter. */
function quiet(onFault: WorkerOptions['onFault']): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error') return
    onFault(meta && 'error' in meta ? meta.error : new Error(message))
  })
}
