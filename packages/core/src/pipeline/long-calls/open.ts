/**
 * Long calls of control data run on a thread of their own: batches, templates, pages of a thousand things. Their objects
 * live in that thread's heap, so that collecting them holds up nobody but each other. The event loop that serves `/v2`
 * keeps the bytes that come and the bytes that go.
 *
 * The thread starts with the first such call. Where it ends by a fault, such as a full heap, what was under way is
 * refused with 503, and the next call starts another one.
 */
import { Worker } from 'node:worker_threads'
import { Problem } from '@sluice/runtime'
import type { Peppers } from '../../keys/index.ts'
import {
  type LongAnswer,
  type LongCall,
  type LongCalls,
  type Sent,
  sentProblem,
  WrittenJson,
} from './messages.ts'

export interface ThreadOptions {
  readonly databaseUrl: string
  readonly connections: number
  readonly peppers: Peppers
  readonly localReceivers: boolean
  /** MiB of its heap. */
  readonly heap?: number
}

interface Pending {
  readonly resolve: (answer: LongAnswer) => void
  readonly reject: (problem: Problem) => void
}

const entry = new URL('./thread.ts', import.meta.url)

/** MiB of its heap: so many hold the largest calls of every place in its queue. */
const HEAP = 1024

export function openLongCalls({ heap = HEAP, ...workerData }: ThreadOptions): LongCalls {
  const pending = new Map<number, Pending>()
  let sent = 0
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(entry, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    let fault: unknown
    started.on('error', (error) => {
      fault = error
    })
    started.on('message', ({ id, ...answer }: Sent<LongAnswer>) => {
      pending.get(id)?.resolve(answer)
      pending.delete(id)
      if (pending.size === 0) started.unref()
    })
    started.on('exit', () => {
      if (thread === started) thread = undefined
      for (const { reject } of pending.values()) reject(ended(fault))
      pending.clear()
    })
    return started
  }

  function ask(call: LongCall): Promise<LongAnswer> {
    thread ??= start()
    thread.ref()
    sent += 1
    const id = sent
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      thread?.postMessage({ id, ...call }, call.body ? [call.body.buffer] : [])
    })
  }

  return {
    async perform(call, seen) {
      const answer = await ask(call)
      seen(answer)
      const { outcome } = answer
      if ('code' in outcome) throw sentProblem(outcome)
      return new WrittenJson(outcome.bytes, outcome.id)
    },
    async close() {
      await thread?.terminate()
    },
  }
}

function ended(cause: unknown): Problem {
  const detail =
    'The service could not finish this call. See whether it was done, then retry after the period in Retry-After.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
