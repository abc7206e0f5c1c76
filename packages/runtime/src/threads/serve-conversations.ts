import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads'
import { Problem } from '../problem.ts'
import { problemToSend } from './sent-problem.ts'

/** A thread's message, and what is transferred instead of copied. */
export interface Said {
  readonly said: unknown
  readonly transfer?: Transferable[]
}

/** A lower priority than the event loop that serves `/v2`, as for the embedded engine. */
const PRIORITY = 5

/**
 * For the thread of a `WorkThread`: answers each conversation with its own handler from `begin`. Errors of the handler
 * become problems.
 */
export function serveConversations<Message>(
  begin: () => (message: Message) => Said | Promise<Said>,
): void {
  yieldToTheLoop()
  parentPort?.on('message', (port: MessagePort | null) => {
    if (!port) return signOfLife()
    const answer = begin()
    port.on('message', async (message: Message) => {
      try {
        const { said, transfer = [] } = await answer(message)
        port.postMessage({ said }, transfer)
      } catch (error) {
        port.postMessage({ problem: problemToSend(asProblem(error)) })
      }
    })
  })
  signOfLife()
}

/** The first one says that it has started; the others are asked for. */
function signOfLife(): void {
  parentPort?.postMessage(null)
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem('internal', { detail: 'The service failed.', cause: error })
}

/** Linux supports priorities per thread; elsewhere it has the process's. */
function yieldToTheLoop(): void {
  if (process.platform !== 'linux') return
  const [thread] = readlinkSync('/proc/thread-self').split('/').slice(-1)
  try {
    setPriority(Number(thread), PRIORITY)
  } catch {
    // It has a lower one already.
  }
}
