import type { Core } from '@sluice/core'
import { openJobWorker } from '@sluice/core/worker'
import type { Logger } from 'pino'
import { openPost } from './post.ts'

interface WebhookOptions {
  readonly core: Core
  readonly databaseUrl: string
  readonly logger: Logger
  /** Whether it also queues what time alone brings about; tests that share a database do not. */
  readonly sweeps?: boolean
}

/**
 * Works the job queue in this process until closed, and sends its deliveries. Several nodes share the work.
 */
export function startWebhooks({ core, databaseUrl, logger, sweeps = true }: WebhookOptions) {
  const post = openPost({ allowLoopback: core.localReceivers })
  const worker = openJobWorker({
    ...{ core, databaseUrl, send: post.send, sweeps },
    onFault: (fault) => logger.warn({ err: fault }, 'a job failed and will run again'),
  })
  return {
    async close(): Promise<void> {
      await worker.close()
      post.close()
    },
  }
}
