import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { Problem } from '../problem.ts'
import { type SentProblem, sentProblem } from './sent-problem.ts'

export interface WorkThreadOptions {
  /** MiB of its heap. */
  readonly heap: number
  readonly workerData?: unknown
  /** What those are told whose work was under way when the thread ended. */
  readonly ended: string
}

/** What is asked of a thread, one thing after the other; it keeps what it needs in between. */
export interface Conversation {
  /** Rejects with the thread's problem, or with `unavailable` where the thread has ended. */
  ask<Said>(told: unknown, transfer?: Transferable[]): Promise<Said>
  /** Makes the thread forget it. */
  end(): void
}

/** What a thread answers to one question. */
export type Reply = { readonly said: unknown } | { readonly problem: SentProblem }

/**
 * A thread for work whose objects are to live in a heap of their own, so that collecting them holds up nobody else.
 *
 * It starts with the first conversation. Where it ends by a fault, such as a full heap, what was under way is refused with
 * 503, and the next conversation starts another one.
 */
export class WorkThread {
  readonly #entry: URL
  readonly #options: WorkThreadOptions
  readonly #open = new Set<Channel>()
  #worker: Worker | undefined

  /** `entry` is a module that calls `serveConversations`. */
  constructor(entry: URL, options: WorkThreadOptions) {
    this.#entry = entry
    this.#options = options
  }

  converse(): Conversation {
    this.#worker ??= this.#start()
    const { port1, port2 } = new MessageChannel()
    const channel = new Channel(port1, () => this.#open.delete(channel))
    this.#open.add(channel)
    this.#worker.postMessage(port2, [port2])
    return channel
  }

  /** Refuses what is under way, and ends. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const { heap, workerData, ended } = this.#options
    const worker = new Worker(this.#entry, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      const problem = new Problem('unavailable', { detail: ended, retryAfter: 1, cause })
      for (const channel of this.#open) channel.fail(problem)
    })
    // Conversations keep the process alive, each by its port.
    worker.unref()
    return worker
  }
}

class Channel implements Conversation {
  readonly #port: MessagePort
  readonly #onEnd: () => void
  #waiting: { resolve(said: never): void; reject(problem: Problem): void } | undefined
  #broken: Problem | undefined

  constructor(port: MessagePort, onEnd: () => void) {
    this.#port = port
    this.#onEnd = onEnd
    port.on('message', (reply: Reply) => {
      if ('problem' in reply) this.#waiting?.reject(sentProblem(reply.problem))
      else this.#waiting?.resolve(reply.said as never)
    })
  }

  ask<Said>(told: unknown, transfer: Transferable[] = []): Promise<Said> {
    if (this.#broken) return Promise.reject(this.#broken)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#port.postMessage(told, transfer)
    })
  }

  fail(problem: Problem): void {
    this.#broken = problem
    this.#waiting?.reject(problem)
    this.end()
  }

  end(): void {
    this.#onEnd()
    this.#port.close()
  }
}
