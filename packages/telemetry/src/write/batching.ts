import { Problem } from '@sluice/runtime'
import { unavailable } from '../unavailable.ts'
import { type Patience, waitOut } from './patience.ts'

interface Options<Write> {
  /** Stores a group of writes; all of them or none is acknowledged. */
  readonly sink: (writes: readonly Write[]) => Promise<void>
  readonly bytesOf: (write: Write) => number
  /** A group is closed once it holds this many bytes. */
  readonly groupBytes: number
  /** Bytes that may wait or be under way together; writes beyond that are refused. */
  readonly queueBytes: number
  /**
   * Milliseconds that the sink may have a group. While it has one longer, whoever waits is refused, and whoever comes: one that hangs
   * tells nobody that it has failed. Absent where the sink sees to that itself.
   */
  readonly sinkTime?: number
  /** How long a group waits for its callers to come again; not at all where groups cost the sink little. */
  readonly patience?: Patience
}

interface Waiting<Write> {
  readonly write: Write
  readonly bytes: number
  readonly settle: PromiseWithResolvers<void>
}

/** Gathers writes of many callers into few large ones. */
export interface Batching<Write> {
  /** Resolves once the write is stored; rejects with `unavailable` when it is not known to be. */
  add(write: Write): Promise<void>
  /**
   * Resolves when the writes that are under way now have ended, whatever their end. Rejects with `unavailable` where the sink has
   * them for too long: they may still come to be stored.
   */
  drained(): Promise<void>
  /** Refuses what comes from now on and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Natural batching: one group is under way at a time, and what arrives meanwhile forms the next one. A lone
 * caller never waits. Where a group had several callers, these are about to send again, so the next group
 * waits a little for them, beside those who came meanwhile: a group costs the store the same however many it
 * holds, and without that two halves of the callers would take turns for ever. A group that fails fails its
 * own callers and nobody else. No group follows one that takes too long before that has ended.
 */
export function batchWrites<Write>(options: Options<Write>): Batching<Write> {
  const { patience, sinkTime } = options
  let queue: Waiting<Write>[] = []
  let underWay: readonly Waiting<Write>[] = []
  let held = 0
  let running: Promise<void> | undefined
  let closed = false
  /** The sink has had the group that is under way for too long. */
  let late: Error | undefined
  let arrived = 0
  let full: { readonly writes: number; readonly reached: () => void } | undefined

  const isFull = (writes: number) => closed || queue.length >= writes || held >= options.groupBytes

  /** Resolves once `writes` writes wait, or they fill a group, or patience ends. */
  async function gather(writes: number, patience: Patience): Promise<void> {
    if (isFull(writes)) return
    const { promise, resolve: reached } = Promise.withResolvers<void>()
    full = { writes, reached }
    const stopWaiting = waitOut(patience, () => arrived, reached)
    await promise
    stopWaiting()
    full = undefined
  }

  function nextGroup(): Waiting<Write>[] {
    let bytes = 0
    const end = queue.findIndex((waiting) => {
      bytes += waiting.bytes
      return bytes >= options.groupBytes
    })
    const group = end === -1 ? queue : queue.slice(0, end + 1)
    queue = queue.slice(group.length)
    return group
  }

  /** Of what is under way nobody knows whether it comes to be stored, so the sink keeps it; what waits is given up. */
  function giveUp(): void {
    late = new Error(`The store has not taken a group of samples within ${sinkTime} ms.`)
    for (const { settle } of underWay) settle.reject(notStored(late))
    for (const { settle, bytes } of queue) {
      settle.reject(away(late))
      held -= bytes
    }
    queue = []
  }

  async function store(group: readonly Waiting<Write>[]): Promise<void> {
    underWay = group
    const timer = sinkTime === undefined ? undefined : setTimeout(giveUp, sinkTime)
    try {
      await options.sink(group.map(({ write }) => write))
      for (const { settle } of group) settle.resolve()
    } catch (cause) {
      for (const { settle } of group) settle.reject(notStored(cause))
    } finally {
      clearTimeout(timer)
      late = undefined
      underWay = []
      for (const { bytes } of group) held -= bytes
    }
  }

  async function run(): Promise<void> {
    // Requests that the event loop delivers in one turn go together from the first group on.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const group = nextGroup()
      await store(group)
      if (patience && group.length > 1) await gather(group.length + queue.length, patience)
    }
    running = undefined
  }

  return {
    add(write) {
      if (late) return Promise.reject(away(late))
      const bytes = options.bytesOf(write)
      if (closed || (held > 0 && held + bytes > options.queueBytes)) return Promise.reject(busy())
      held += bytes
      const settle = Promise.withResolvers<void>()
      queue.push({ write, bytes, settle })
      arrived += 1
      running ??= run()
      if (full && isFull(full.writes)) full.reached()
      return settle.promise
    },
    async drained() {
      await Promise.allSettled([...underWay, ...queue].map(({ settle }) => settle.promise))
      if (late) throw unavailable(late)
    },
    async close() {
      closed = true
      full?.reached()
      await running
    },
  }
}

function busy(): Problem {
  const detail =
    'Data arrives faster than it can be stored. Nothing of this call was stored. Send it again.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

function away(cause: unknown): Problem {
  const detail =
    'The telemetry store is not available. Nothing of this call was stored. Send it again.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}

function notStored(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const detail =
    'The data may not have been stored. Send it again: the same samples are overwritten.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
