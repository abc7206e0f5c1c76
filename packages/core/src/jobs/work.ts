import { setTimeout as sleep } from 'node:timers/promises'
import { type OnBackground, settleInSequence, type Tracing, workFor } from '@sluice/runtime'
import {
  type JobHelpers,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Core } from '../context.ts'
import { connections, connectionUrl } from '../database/connections.ts'
import { DELIVER, type DeliverJob } from '../events/index.ts'
import { deliver, forgetManyDeliveries, type Send } from '../integrations/index.ts'
import { measureSamples } from '../storage/index.ts'
import { ERASE, type EraseJob, finishErasure } from '../telemetry/index.ts'
import { withEarlierClock } from './earlier-clock.ts'
import { expire } from './expire.ts'
import { forgetQueues } from './forget-queues.ts'
import { freeLostJobs } from './free-lost-jobs.ts'
import { openReach, quiet, takenJobs } from './reach.ts'
import { EXPIRE, FORGET, FREE, MEASURE, queueRecurring, SWEEP, SWEEP_MINUTES } from './recurring.ts'
import { sweep } from './sweep.ts'
import { unlessRunning } from './unless-running.ts'

export interface WorkerOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly send: Send
  /** Called with the reason when a job failed and will be retried. */
  readonly onFault: (fault: unknown) => void
  /** Called with the reason when the queue becomes unreachable, and with `undefined` once jobs are taken again. */
  readonly onQueue: OnBackground
  /** Whether it also queues the recurring jobs. One process is enough. */
  readonly sweeps: boolean
  readonly tracing?: Tracing | undefined
}

/**
 * Concurrent jobs of this process. Deliveries mostly wait for receivers, and erasures for ClickHouse, so that many of
 * either must keep no others waiting. Of the others, which go over all organizations, the long ones take four places at
 * most.
 */
const [DELIVERIES, ERASURES, OTHERS] = [40, 6, 6]

/** Minutes that no job takes: the queue itself takes one for lost after as many. */
const LONG_MINUTES = 240

/**
 * Results of jobs are written in batches, of one turn of the event loop each. Without batching these statements are not
 * awaited, and the first to fail when the database is lost would end the process.
 */
const BATCHED_RESULTS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** How long a stopping process waits for running jobs. Interrupted deliveries are sent again. */
const STOP_MS = 10_000

/** Pause before reconnecting to the queue after the database was lost. */
const RETRY_MS = 2_000

/** How often what recurs is queued: twice within the least period, so that none is left out. */
const QUEUE_MS = 30_000

/**
 * Works off the job queue until closed: deliveries, erasures and recurring jobs. Any number of processes may do so
 * concurrently.
 */
export function openJobWorker(options: WorkerOptions): { close(): Promise<void> } {
  const { core, databaseUrl, send, onFault, onQueue, sweeps, tracing } = options
  const courier = { core, send, random: Math.random, monotonic: () => performance.now() }
  const stopping = new AbortController()
  const { signal } = stopping
  const reach = openReach(onQueue)
  const start = (
    name: string,
    bounds: Pick<RunnerOptions, 'concurrency' | 'maxPoolSize'>,
    tasks: Tasks,
  ) =>
    run({
      ...bounds,
      crontab: '',
      connectionString: connectionUrl(databaseUrl, 'sluice jobs'),
      noHandleSignals: true,
      logger: quiet(onFault, (fault) => reach.lost(name, fault)),
      events: takenJobs(() => reach.found(name)),
      preset: { worker: BATCHED_RESULTS },
      taskList: traced(tracing, tasks),
    })
  /** Its statements count for its organization, which pays for scanning many pending deliveries. */
  const deliverOwn = (job: DeliverJob) =>
    workFor(job.organizationId, () => deliver(courier, job, signal))
  const startDeliveries = () =>
    start(
      'deliveries',
      { concurrency: DELIVERIES, maxPoolSize: connections.deliveries },
      { [DELIVER]: (job) => deliverOwn(job as DeliverJob) },
    )
  // Sweeps queued by an older version share no queue; nor does a job that was taken for lost and still runs.
  const once = (minutes: number, task: () => Promise<void>) => unlessRunning(task, minutes * 60_000)
  const startErasures = () =>
    start(
      'erasures',
      { concurrency: ERASURES, maxPoolSize: connections.erasures },
      {
        [ERASE]: async (job, { job: { key } }) => {
          const fault = await finishErasure(core, job as EraseJob, key)
          if (fault) onFault(fault)
        },
      },
    )
  const startOthers = () =>
    start(
      'others',
      { concurrency: OTHERS, maxPoolSize: connections.otherJobs },
      {
        [SWEEP]: once(SWEEP_MINUTES, () => sweep(core)),
        [FREE]: () => freeLostJobs(core),
        // A clock that is ahead would mark all as measured, and no node would measure them until that time.
        [MEASURE]: once(LONG_MINUTES, async () => measureSamples(await withEarlierClock(core))),
        [FORGET]: once(LONG_MINUTES, () => forgetManyDeliveries(core)),
        [EXPIRE]: () => settleInSequence([() => expire(core), () => forgetQueues(core)]),
      },
    )

  /** A runner ends by itself if the database is gone for long. */
  async function keepWorking([name, start]: [string, () => Promise<Runner>]) {
    const lost = (fault: unknown) => reach.lost(name, fault)
    while (!signal.aborted) {
      await start()
        .then((runner) => runUntilAborted(runner, signal, lost))
        .catch(lost)
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async function keepQueueing() {
    const name = 'recurring'
    while (!signal.aborted) {
      await queueRecurring(core).then(
        () => reach.found(name),
        (fault) => reach.lost(name, fault),
      )
      await sleep(QUEUE_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const ended = Promise.all([
    ...Object.entries({
      deliveries: startDeliveries,
      erasures: startErasures,
      others: startOthers,
    }).map(keepWorking),
    sweeps && keepQueueing(),
  ])
  return {
    async close() {
      stopping.abort()
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

type Tasks = Record<string, (job: unknown, helpers: JobHelpers) => Promise<void>>

/** Makes each job a trace of its own. */
function traced(tracing: Tracing | undefined, tasks: Tasks): TaskList {
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
  lost: (fault: unknown) => void,
): Promise<void> {
  const stop = () => void runner.stop().catch(lost)
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    await runner.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
