import { setTimeout as sleep } from 'node:timers/promises'
import { type OnBackground, type Tracing, workFor } from '@sluice/runtime'
import {
  type JobHelpers,
  makeWorkerUtils,
  type Runner,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Core } from '../context.ts'
import { connections, named } from '../database/connections.ts'
import { DELIVER, type DeliverJob } from '../events/index.ts'
import { deliver, forgetManyDeliveries, type Send } from '../integrations/index.ts'
import { measureSamples } from '../storage/index.ts'
import { ERASE, type EraseJob, finishErasure } from '../telemetry/index.ts'
import { expire } from './expire.ts'
import { freeLostJobs } from './free-lost-jobs.ts'
import { openReach, quiet, takenJobs } from './reach.ts'
import { EXPIRE, FORGET, FREE, MEASURE, queueRecurring, SWEEP, SWEEP_MINUTES } from './recurring.ts'
import { sweep } from './sweep.ts'
import { unlessRunning } from './unless-running.ts'

export interface WorkerOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly send: Send
  /** Called with why a job failed, which will run again. */
  readonly onFault: (fault: unknown) => void
  /** Called when the queue begins to be out of reach, with why, and with `undefined` when jobs are taken from it again. */
  readonly onQueue: OnBackground
  /** Whether it also queues what recurs. Of several processes one suffices. */
  readonly sweeps: boolean
  readonly tracing?: Tracing | undefined
}

/**
 * Deliveries that this process has under way at once, which mostly wait for their receivers; and other jobs, which never
 * wait for these. Sweeps take one place, and the expiry another.
 */
const [DELIVERIES, OTHERS] = [40, 4]

/**
 * What became of jobs is written in batches, of one turn of the event loop each. Else nobody waits for these statements,
 * and the first one to fail, as the database is lost, would end the process.
 */
const TOLD_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** How long a stopping process waits for jobs under way. Deliveries that are cut off are sent again. */
const STOP_MS = 10_000

/** Pause before the queue is worked again after the database was lost. */
const RETRY_MS = 2_000

/** How often what recurs is queued: twice within the least period, so that none is left out. */
const QUEUE_MS = 30_000

/**
 * Works the job queue until it is closed: deliveries, erasures, and what recurs. Any number of processes may
 * do so at once.
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
      connectionString: named(databaseUrl, 'sluice jobs'),
      noHandleSignals: true,
      logger: quiet(onFault, (fault) => reach.lost(name, fault)),
      events: takenJobs(() => reach.found(name)),
      preset: { worker: TOLD_IN_BATCHES },
      taskList: traced(tracing, tasks),
    })
  /** Its statements are its organization's: many that wait are looked for at its expense. */
  const deliverOwn = (job: DeliverJob) =>
    workFor(job.organizationId, () => deliver(courier, job, signal))
  const startDeliveries = () =>
    start(
      'deliveries',
      { concurrency: DELIVERIES, maxPoolSize: connections.deliveries },
      { [DELIVER]: (job) => deliverOwn(job as DeliverJob) },
    )
  // Of sweeps that share no queue, as an older version queues them, one takes the place of all.
  const sweepOnce = unlessRunning(() => sweep(core), SWEEP_MINUTES * 60_000)
  const startOthers = () =>
    start(
      'others',
      { concurrency: OTHERS, maxPoolSize: connections.otherJobs },
      {
        [ERASE]: async (job, { job: { key } }) => {
          const fault = await finishErasure(core, job as EraseJob, key)
          if (fault) onFault(fault)
        },
        [SWEEP]: sweepOnce,
        [FREE]: () => freeLostJobs(core),
        [MEASURE]: () => measureSamples(core),
        [FORGET]: () => forgetManyDeliveries(core),
        [EXPIRE]: async () => {
          await expire(core)
          await forgetQueues(databaseUrl)
        },
      },
    )

  /** A runner ends by itself when the database is gone for long. */
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
    ...Object.entries({ deliveries: startDeliveries, others: startOthers }).map(keepWorking),
    sweeps && keepQueueing(),
  ])
  return {
    async close() {
      stopping.abort()
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** Names of queues stay in the database when their last job is done: a few of each organization that has integrations. */
async function forgetQueues(connectionString: string): Promise<void> {
  const utils = await makeWorkerUtils({
    connectionString: named(connectionString, 'sluice jobs'),
    maxPoolSize: 1,
  })
  try {
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES'] })
  } finally {
    await utils.release()
  }
}

type Tasks = Record<string, (job: unknown, helpers: JobHelpers) => Promise<void>>

/** Each job is a trace of its own. */
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
