import type { Client } from './client-type.ts'
import type { Environment } from './environment.ts'
import type { Output } from './methods.ts'
import { SluiceAnswerError, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { askedBy, isPassing, sleep } from './retry.ts'

/** The values of one thing's metrics at one time. */
export interface ThingFrame {
  readonly thingId: string
  /** ISO 8601 with an offset, or epoch milliseconds. */
  readonly timestamp: string | number
  readonly values: Readonly<Record<string, number | boolean | string>>
}

/** A batch of which the service refused samples, with its answer. */
export interface Rejection {
  readonly frames: readonly ThingFrame[]
  /** `errors` has pointers into `{frames}`; `things` has the result for each thing's samples. */
  readonly answer: Output<'telemetry.ingestThings'>
}

/** How a writer batches. */
export interface WriterOptions {
  /** Samples after which a batch is sent at once. Default: 5,000. At most 1,000,000 are. */
  readonly maxSamples?: number
  /** The most milliseconds that a sample waits for others. Default: 1,000. */
  readonly maxDelay?: number
  /** Pending samples beyond which `write` waits. Default: ten batches. */
  readonly maxPending?: number
  /** The thing type with which missing things are created. Default: samples of missing things are rejected. */
  readonly createMissing?: string
  /** Called with samples that the service refuses; they are not sent again. If it throws, the writer fails. */
  readonly onRejected?: (rejection: Rejection) => void
  /**
   * Called before a batch is sent again, with why and how often it has failed so far. Without an end in sight, such as
   * with an exhausted quota, the writer goes on for ever: if this throws, the writer fails with what it throws.
   */
  readonly onRetry?: (fault: unknown, attempt: number) => void
}

/** What became of the samples in all batches that the service has answered. */
export interface WriterTotals {
  /** Stored. */
  readonly accepted: number
  /** Refused, and passed to `onRejected`. */
  readonly rejected: number
  /** Neither stored nor refused: their thing types ignore unknown metrics. */
  readonly ignored: number
}

/**
 * Sends samples of many things in batches, in the order in which they were written. Batches that the service
 * temporarily cannot take are retried until it can; nothing is dropped silently.
 */
export interface Writer {
  /**
   * Writes values of a thing, by default at the current time. Resolves once there is room for more: await it for
   * back-pressure. Rejects after the writer has failed or was closed, and for values that JSON cannot represent.
   */
  write(
    thingId: string,
    values: ThingFrame['values'],
    timestamp?: string | number | Date,
    options?: WaitOptions,
  ): Promise<void>
  /** Resolves once everything written before is stored and readable, or was passed to `onRejected`. */
  flush(options?: WaitOptions): Promise<void>
  /**
   * Accepts no more, and flushes. When its signal aborts, nothing more is sent, and `unsent` returns what may not be
   * stored: sending that again does no harm.
   */
  close(options?: WaitOptions): Promise<void>
  /** Frames that are not stored yet. After a failure: what to send by other means. */
  unsent(): readonly ThingFrame[]
  /** The samples so far, as the service has counted them. */
  totals(): WriterTotals
  /** Aborted once the writer has failed, with the reason: to stop waiting for more to write. */
  readonly signal: AbortSignal
}

/** Ends only the wait, with the signal's reason: writes are not undone. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
}

/** Limits of one call of the service. */
export const callBounds = { frames: 10_000, things: 1000, samples: 1_000_000 } as const

/** The longest pause before a batch is retried, in milliseconds. The first is a second. */
const MAX_PAUSE = 30_000

/**
 * Creates a writer for a client. Permanent refusals, such as a revoked key, end it: all of its promises then reject
 * with the problem. Throws a TypeError for options that cannot work.
 */
export function createWriter(
  client: Pick<Client, 'telemetry'>,
  options: WriterOptions = {},
  environment: Partial<Pick<Environment, 'sleep' | 'random'>> = {},
): Writer {
  const { maxSamples, maxDelay, maxPending } = sizesOf(options)
  const { createMissing, onRejected = () => {}, onRetry = () => {} } = options
  const { sleep: wait = sleep, random = Math.random } = environment
  const queue: ThingFrame[] = []
  const waiters = new Set<Waiter>()
  /** Samples in the queue. */
  let pending = 0
  /** Frames since the start: written, settled, and those that must be sent without waiting for others. */
  const frames = { written: 0, settled: 0, urgent: 0 }
  const totals = { accepted: 0, rejected: 0, ignored: 0 }
  /** The most frames of a batch: fewer after one that was too large or too slow, and slowly more again. */
  let most: number = callBounds.frames
  let early = new AbortController()
  let running = false
  let closed = false
  let failure: { readonly reason: unknown } | undefined
  /** Aborted when the writer has failed: it ends calls in flight. */
  const ending = new AbortController()

  async function run(): Promise<void> {
    running = true
    while (queue.length > 0 && !failure) {
      if (pending < maxSamples && frames.settled >= frames.urgent) {
        early = new AbortController()
        await wait(maxDelay, early.signal).then(hurry, () => {})
      }
      await sendBatch(Math.min(nextBatch(queue, maxSamples), most))
      most = Math.min(callBounds.frames, Math.ceil(1.05 * most))
    }
    running = false
  }

  /** What was written until now need not wait for others. */
  function hurry(): void {
    frames.urgent = frames.written
  }

  /** Sends the first frames of the queue until they are stored or refused. */
  async function sendBatch(size: number): Promise<void> {
    const batch = queue.slice(0, size)
    for (let attempt = 0; ; attempt += 1) {
      try {
        const query = { onError: 'skip' as const, createMissing }
        const answer = await client.telemetry.ingestThings(
          { query, body: { frames: batch } },
          { signal: ending.signal },
        )
        return settle(batch, answer)
      } catch (fault) {
        if (hasStatus(fault, 413) && size > 1) return sendHalf(size)
        if (!isRepeated(fault, attempt + 1)) return
        await wait(pauseBefore(attempt, fault, random), ending.signal).catch(() => {})
        if (failure) return
        // Half of the body may arrive in time.
        if (isLate(fault) && size > 1) return sendHalf(size)
      }
    }
  }

  function sendHalf(size: number): Promise<void> {
    most = Math.ceil(size / 2)
    return sendBatch(most)
  }

  /** Whether a batch is sent again after this fault; otherwise the writer has failed. */
  function isRepeated(fault: unknown, attempt: number): boolean {
    try {
      if (!isPassingHere(fault)) throw fault
      onRetry(fault, attempt)
      return true
    } catch (reason) {
      fail(reason)
      return false
    }
  }

  function addUp(batch: readonly ThingFrame[], { accepted, rejected }: Rejection['answer']): void {
    // JSON leaves undefined values out.
    const isSent = (value: unknown) => value !== undefined
    const sent = batch.flatMap(({ values }) => Object.values(values).filter(isSent)).length
    totals.accepted += accepted
    totals.rejected += rejected
    // A refused frame without values counts as one sample.
    totals.ignored += Math.max(0, sent - accepted - rejected)
  }

  function settle(batch: readonly ThingFrame[], answer: Rejection['answer']): void {
    addUp(batch, answer)
    for (const frame of queue.splice(0, batch.length)) pending -= samplesIn(frame)
    frames.settled += batch.length
    try {
      if (answer.rejected > 0) onRejected({ frames: batch, answer })
    } catch (reason) {
      fail(reason)
    }
    for (const waiter of waiters) {
      if (waiter.isMet()) waiter.resolve()
    }
  }

  function fail(reason: unknown): void {
    if (failure) return
    failure = { reason }
    ending.abort(reason)
    for (const { reject } of waiters) reject(reason)
    waiters.clear()
  }

  function until(isMet: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    if (failure) return Promise.reject(failure.reason)
    if (isMet()) return Promise.resolve()
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const waiter = {
        isMet,
        resolve: () => end(resolve),
        reject: (reason: unknown) => end(() => reject(reason)),
      }
      const stop = () => waiter.reject(signal?.reason)
      function end(tell: () => void) {
        waiters.delete(waiter)
        signal?.removeEventListener('abort', stop)
        tell()
      }
      waiters.add(waiter)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  function flush({ signal }: WaitOptions = {}): Promise<void> {
    const { written } = frames
    hurry()
    early.abort()
    return until(() => frames.settled >= written, signal)
  }

  async function close({ signal }: WaitOptions = {}): Promise<void> {
    closed = true
    try {
      await flush({ signal })
    } catch (reason) {
      fail(reason)
      throw reason
    }
  }

  return {
    async write(thingId, values, timestamp = Date.now(), { signal } = {}) {
      if (failure) throw failure.reason
      if (closed) throw new TypeError('The writer is closed.')
      const frame = frameOf(thingId, values, timestamp)
      queue.push(frame)
      frames.written += 1
      pending += samplesIn(frame)
      if (pending >= maxSamples) early.abort()
      if (!running) void run()
      return until(() => pending <= maxPending, signal)
    },
    flush,
    close,
    unsent: () => [...queue],
    totals: () => ({ ...totals }),
    signal: ending.signal,
  }
}

/** The sizes of a writer, with defaults and within the limits of one call. Throws a TypeError for invalid ones. */
export function sizesOf({ maxSamples = 5000, maxDelay = 1000, ...options }: WriterOptions) {
  const { maxPending = 10 * maxSamples } = options
  if (!(maxSamples >= 1)) throw new TypeError('maxSamples must be 1 or more.')
  if (!(maxDelay >= 0)) throw new TypeError('maxDelay must be 0 milliseconds or more.')
  if (!(maxPending >= 0)) throw new TypeError('maxPending must be 0 or more.')
  return { maxSamples: Math.min(maxSamples, callBounds.samples), maxDelay, maxPending }
}

/** Throws for values that JSON cannot represent, such as a BigInt: they would fail their whole batch. */
function frameOf(
  thingId: string,
  values: ThingFrame['values'],
  timestamp: string | number | Date,
): ThingFrame {
  const time = timestamp instanceof Date ? timestamp.toISOString() : timestamp
  for (const value of [thingId, time, ...Object.values(values)]) {
    if (!/^(number|boolean|string)$/.test(typeof value)) JSON.stringify(value)
  }
  // A copy: callers may reuse their object, and pending frames must not change.
  return { thingId, timestamp: time, values: { ...values } }
}

interface Waiter {
  readonly isMet: () => boolean
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** An empty frame counts, too. */
function samplesIn({ values }: ThingFrame): number {
  return Math.max(1, Object.keys(values).length)
}

/** How many frames go into the next call. */
function nextBatch(queue: readonly ThingFrame[], maxSamples: number): number {
  const things = new Set<string>()
  let samples = 0
  for (const [i, frame] of queue.entries()) {
    things.add(frame.thingId)
    samples += samplesIn(frame)
    const fits = samples <= maxSamples && things.size <= callBounds.things && i < callBounds.frames
    if (!fits) return Math.max(1, i)
  }
  return queue.length
}

function hasStatus(fault: unknown, status: number): boolean {
  return fault instanceof SluiceProblem && fault.status === status
}

/** Whether the body took longer than the service waits, or the whole attempt longer than the client does. */
function isLate(fault: unknown): boolean {
  if (!(fault instanceof SluiceConnectionError)) return hasStatus(fault, 408)
  return fault.cause instanceof Error && fault.cause.name === 'TimeoutError'
}

/**
 * Whether the same batch may be accepted later. A conflict of samples is with a concurrent call about the same things,
 * and the page of a captive portal is temporary like a lost connection. A redirect is not: the service has moved.
 */
function isPassingHere(fault: unknown): boolean {
  // Browsers hide the status of a redirect: it is 0.
  if (fault instanceof SluiceAnswerError) return fault.status >= 200 && fault.status < 300
  return isPassing(fault, 'harmless') || hasStatus(fault, 409)
}

function pauseBefore(attempt: number, fault: unknown, random: () => number): number {
  return askedBy(fault) + random() * Math.min(MAX_PAUSE, 1000 * 2 ** attempt)
}
