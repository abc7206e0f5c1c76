import type { Core } from '@sluice/core'
import { openJobWorker } from '@sluice/core/worker'
import type { Tracer } from '@sluice/tracing'
import type { Logger } from 'pino'
import { openPost } from './webhooks/post.ts'
import { traceSend } from './webhooks/traced-send.ts'

interface JobOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly logger: Logger
  /** Whether it also queues what time alone brings about; tests that share a database do not. */
  readonly sweeps?: boolean
  readonly tracer?: Tracer | undefined
}

/**
 * Works the job queue in this process until closed, and sends its deliveries. Several nodes share the work.
 */
export function startJobs({ core, databaseUrl, logger, sweeps = true, tracer }: JobOptions) {
  const post = openPost({ allowLoopback: core.localReceivers })
  const send = tracer ? traceSend(post.send, tracer) : post.send
  const worker = openJobWorker({
    ...{ core, databaseUrl, send, sweeps, tracing: tracer },
    onFault: (fault) => logger.warn({ err: fault }, 'a job failed and will run again'),
    onQueue: (fault) => {
      if (fault) logger.warn({ err: fault }, 'the job queue is unreachable: retrying')
      else logger.info('the job queue is reachable again')
    },
  })
  return {
    async close(): Promise<void> {
      await worker.close()
      post.close()
    },
  }
}
