import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import type { Core } from '../../context.ts'
import { DELIVER, type DeliverJob } from '../../events/index.ts'
import { expireSamples } from '../../telemetry/index.ts'
import { deliver } from './deliver.ts'
import type { Send } from './send.ts'
import { sweep } from './sweep.ts'

export interface WorkerOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly send: Send
  /** Told of what goes wrong: a database that is lost, a job that failed and will run again. */
  readonly onFault: (fault: unknown) => void
  /** Whether it also does what time alone brings about, once a minute or once a day. Of several processes one suffices. */
  readonly sweeps: boolean
}

/** In UTC. A machine that was off at that hour makes up for it. */
const CRONTAB = ['* * * * * sweep', '20 2 * * * expire ?fill=1d'].join('\n')

/** Integrations served at once by this process. Their work is waiting, mostly. */
const CONCURRENCY = 20

/** A stopping process waits so long for what is under way; what is cut off is sent again by whoever comes next. */
const STOP_MS = 10_000

/** Between attempts to work again after the database was lost. */
const RETRY_MS = 2_000

/**
 * Works the job queue until it is closed: deliveries, and once a minute what time alone brings about. Any number of
 * processes may do so at once.
 */
export function openDeliveryWorker(options: WorkerOptions): { close(): Promise<void> } {
  const { core, databaseUrl, send, onFault, sweeps } = options
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
      taskList: {
        [DELIVER]: (job) => deliver(courier, job as DeliverJob, signal),
        sweep: () => sweep(core),
        expire: () => expireSamples(core),
      },
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
