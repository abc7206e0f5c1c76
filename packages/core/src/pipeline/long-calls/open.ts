import { sentProblem, WorkThread } from '@sluice/runtime'
import type { Peppers } from '../../keys/index.ts'
import { type LongAnswer, type LongCalls, WrittenJson } from './messages.ts'

export interface ThreadOptions {
  readonly databaseUrl: string
  readonly connections: number
  readonly peppers: Peppers
  readonly localReceivers: boolean
  /** MiB of its heap. */
  readonly heap?: number
}

const entry = new URL('./thread.ts', import.meta.url)

/** MiB of its heap: enough for the largest pages in all places of its queue (`call-turns.ts`). */
const HEAP_MIB = 1024
/** Milliseconds without a call after which it ends; the next call waits a second or two for it to start again. */
const IDLE_MS = 900_000
/**
 * Seconds without a sign of life after which it is ended, whatever calls it has. Its work is done in slices of half a
 * millisecond, and the longest steps, one validation or a collection of its whole heap, take a second on a busy machine.
 */
const SILENCE = 10

/**
 * Long calls to the control database run on a thread: batches, templates, pages of a thousand things. The event loop
 * that serves `/v2` only receives and sends the bytes.
 */
export function openLongCalls({ heap = HEAP_MIB, ...workerData }: ThreadOptions): LongCalls {
  const ended =
    'The service could not finish this call. See whether it was done, then retry after the period in Retry-After.'
  const thread = new WorkThread(entry, {
    ...{ heap, idleMs: IDLE_MS, silence: SILENCE },
    ...{ workerData, ended },
  })
  return {
    async perform(call, seen) {
      const conversation = thread.converse()
      try {
        const bytes = call.body ? [call.body.buffer] : []
        const answer = await conversation.ask<LongAnswer>(call, bytes)
        seen(answer)
        const { outcome } = answer
        if ('code' in outcome) throw sentProblem(outcome)
        return new WrittenJson(outcome.bytes, outcome.id)
      } finally {
        conversation.end()
      }
    },
    close: () => thread.close(),
  }
}
