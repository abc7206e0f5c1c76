import { setFlagsFromString } from 'node:v8'
import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { Problem } from '../problem.ts'
import { type SentProblem, sentProblem } from './sent-problem.ts'

export interface WorkThreadOptions {
  /** MiB of its heap. */
  readonly heap: number
  readonly workerData?: unknown
  /** Milliseconds without a conversation after which it ends: its heap never shrinks. */
  readonly idleMs?: number
  /** Seconds without a sign of life after which it is ended and replaced: more than its longest step may take. */
  readonly silence: number
  /** The message for conversations in progress when the thread ends. */
  readonly ended: string
}

/**
 * MiB of a semi-space; the young generation has three times as many. V8 takes the size from the process's flags,
 * whatever limits a thread is given, and the API's flags are for the many small requests of its main thread.
 */
const SEMI_SPACE = 16

/** A sequence of questions to a thread, which keeps state in between. */
export interface Conversation {
  /** Rejects with the thread's problem, or with `unavailable` if the thread has ended. */
  ask<Said>(message: unknown, transfer?: Transferable[]): Promise<Said>
  /** Makes the thread discard its state. */
  end(): void
}

/** A thread's answer to one question. */
export type Reply = { readonly said: unknown } | { readonly problem: SentProblem }

interface Running {
  readonly worker: Worker
  readonly open: Set<Channel>
  idle: NodeJS.Timeout | undefined
  /** Asks for signs of life while there are conversations. */
  watch: NodeJS.Timeout | undefined
  /** How many were asked for since the last one; undefined until it has started. */
  unanswered: number | undefined
}

/** Milliseconds between two requests for a sign of life. */
const BEAT = 1000

/**
 * A thread for work with a heap of its own, so that collecting it delays nobody else.
 *
 * It starts with the first conversation. If it ends with an error, such as a full heap, conversations in progress are
 * refused with 503, and the next one starts a new thread. The same happens if it is silent for too long, as in an endless
 * loop: nothing else would end that, and everybody else's conversations would wait for it.
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

  /** Never throws: where no thread can be started, as at a limit of processes, the conversation is refused. */
  converse(): Conversation {
    try {
      this.#running ??= this.#start()
    } catch (cause) {
      const problem = this.#refusal(cause)
      return { ask: () => Promise.reject(problem), end() {} }
    }
    const running = this.#running
    const { worker, open } = running
    clearTimeout(running.idle)
    if (open.size === 0) this.#watch(running)
    const { port1, port2 } = new MessageChannel()
    const channel = new Channel(port1, () => {
      open.delete(channel)
      if (open.size > 0) return
      clearInterval(running.watch)
      this.#endLater(running)
    })
    open.add(channel)
    worker.postMessage(port2, [port2])
    return channel
  }

  /** Rejects conversations in progress, and ends. */
  async close(): Promise<void> {
    if (this.#running) await this.#end(this.#running)
  }

  #endLater(running: Running): void {
    const { idleMs } = this.#options
    if (idleMs === undefined) return
    running.idle = setTimeout(() => void this.#end(running), idleMs)
    running.idle.unref()
  }

  /**
   * Requests are counted, not seconds: a process that was stopped, or busy itself, has not asked meanwhile. A thread
   * that is starting is left alone, because a busy machine may take long to load its modules.
   */
  #watch(running: Running): void {
    const { silence } = this.#options
    if (running.unanswered !== undefined) running.unanswered = 0
    running.watch = setInterval(() => {
      if (running.unanswered !== undefined) running.unanswered += 1
      if ((running.unanswered ?? 0) <= silence) running.worker.postMessage(null)
      else
        this.#giveUp(running, new Error(`The thread did not react for ${silence} s: it was ended.`))
    }, BEAT)
    running.watch.unref()
  }

  /** Refuses its conversations at once: what keeps it from reacting may delay its end, too. */
  #giveUp(running: Running, cause: unknown): void {
    void this.#end(running)
    this.#refuseAll(running, cause)
  }

  #refuseAll({ open }: Running, cause: unknown): void {
    const problem = this.#refusal(cause)
    for (const channel of open) channel.fail(problem)
  }

  #refusal(cause: unknown): Problem {
    return new Problem('unavailable', { detail: this.#options.ended, retryAfter: 1, cause })
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
    const { heap, workerData } = this.#options
    // Applies to threads started from now on; existing heaps keep their size.
    setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE}`)
    const worker = new Worker(this.#entry, {
      workerData,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    })
    const running: Running = { worker, open: new Set(), ...notWatched }
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      this.#refuseAll(running, cause)
      this.#leave(running)
    })
    worker.on('message', () => {
      running.unanswered = 0
    })
    // Conversations keep the process alive, each through its port.
    worker.unref()
    return running
  }
}

const notWatched = { idle: undefined, watch: undefined, unanswered: undefined }

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

  ask<Said>(message: unknown, transfer: Transferable[] = []): Promise<Said> {
    if (this.#broken) return Promise.reject(this.#broken)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#port.postMessage(message, transfer)
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
