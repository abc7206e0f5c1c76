import { setFlagsFromString } from 'node:v8'
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { Problem } from '../problem.ts'
import { type SentProblem, sentProblem } from './sent-problem.ts'

export interface WorkThreadOptions {
  /** MiB of its heap. */
  readonly heap: number
  readonly workerData?: unknown
  /** After so many milliseconds without a conversation it ends: its heap stays as large as it ever was. */
  readonly idleMs?: number
  /** What those are told whose work was under way when the thread ended. */
  readonly ended: string
}

/**
 * MiB of a half of its young generation; with them the whole has three times as many. V8 takes the size from the process's
 * flags, whatever limits a thread is given, and the API's are for the many small requests of its main thread.
 */
const SEMI_SPACE = 16

/** What is asked of a thread, one thing after the other; it keeps what it needs in between. */
export interface Conversation {
  /** Rejects with the thread's problem, or with `unavailable` where the thread has ended. */
  ask<Said>(told: unknown, transfer?: Transferable[]): Promise<Said>
  /** Makes the thread forget it. */
  end(): void
}

/** What a thread answers to one question. */
export type Reply = { readonly said: unknown } | { readonly problem: SentProblem }

interface Running {
  readonly worker: Worker
  readonly open: Set<Channel>
  idle: NodeJS.Timeout | undefined
}

/**
 * A thread for work whose objects are to live in a heap of their own, so that collecting them holds up nobody else.
 *
 * It starts with the first conversation. Where it ends by a fault, such as a full heap, what was under way is refused with
 * 503, and the next conversation starts another one.
 */
export class WorkThread {
  readonly #entry: URL
  readonly #options: WorkThreadOptions
  #running: Running | undefined

  /** `entry` is a module that calls `serveConversations`. */
  constructor(entry: URL, options: WorkThreadOptions) {
    this.#entry = entry
    this.#options = options
  }

  converse(): Conversation {
    this.#running ??= this.#start()
    const running = this.#running
    const { worker, open } = running
    clearTimeout(running.idle)
    const { port1, port2 } = new MessageChannel()
    const channel = new Channel(port1, () => {
      open.delete(channel)
      if (open.size === 0) this.#endLater(running)
    })
    open.add(channel)
    worker.postMessage(port2, [port2])
    return channel
  }

  /** Refuses what is under way, and ends. */
  async close(): Promise<void> {
    if (this.#running) await this.#end(this.#running)
  }

  #endLater(running: Running): void {
    const { idleMs } = this.#options
    if (idleMs === undefined) return
    running.idle = setTimeout(() => void this.#end(running), idleMs)
    running.idle.unref()
  }

  async #end(running: Running): Promise<void> {
    this.#leave(running)
    await running.worker.terminate()
  }

  #leave(running: Running): void {
    clearTimeout(running.idle)
    if (this.#running === running) this.#running = undefined
  }

  #start(): Running {
    const { heap, workerData, ended } = this.#options
    // For threads that start from now on: a heap that is there keeps its size.
    setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE}`)
    const worker = new Worker(this.#entry, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    const running: Running = { worker, open: new Set(), idle: undefined }
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      const problem = new Problem('unavailable', { detail: ended, retryAfter: 1, cause })
      for (const channel of running.open) channel.fail(problem)
      this.#leave(running)
    })
    // Conversations keep the process alive, each by its port.
    worker.unref()
    return running
  }
}

class Channel implements Conversation {
  readonly #port: MessagePort
  readonly #onEnd: () => void
  #waiting: { resolve(said: never): void; reject(problem: Problem): void } | undefined
  #broken: Problem | undefined
  #hasEnded = false

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
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd()
    this.#port.close()
  }
}
