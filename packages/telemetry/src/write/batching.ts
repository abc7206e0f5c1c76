import { Problem, workFor } from '@sluice/runtime'
import { allOf } from './all-of.ts'

interface Options<Write> {
  /** Stores a group of writes, all or none. */
  readonly sink: (writes: readonly Write[]) => Promise<void>
  readonly bytesOf: (write: Write) => number
  /** A group is closed once it holds this many bytes. */
  readonly groupBytes: number
  /** Bytes queued or in flight from which on further writes are refused. What is held may exceed it by one call. */
  readonly queueBytes: number
}

interface Waiting<Write> {
  readonly write: Write
  readonly bytes: number
  readonly settle: PromiseWithResolvers<void>
}

/**
 * Batches the writes of many callers into a few large groups.
 *
 * Natural batching: one group is in flight at a time, and what arrives meanwhile forms the next one. A lone caller
 * never waits. A failing group rejects its own callers only.
 */
export function batchWrites<Write>(options: Options<Write>) {
  let queue: Waiting<Write>[] = []
  let underWay: readonly Waiting<Write>[] = []
  let held = 0
  let running: Promise<void> | undefined
  let closed = false

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

  async function store(group: readonly Waiting<Write>[]): Promise<void> {
    underWay = group
    try {
      await options.sink(group.map(({ write }) => write))
      for (const { settle } of group) settle.resolve()
    } catch (cause) {
      for (const { settle } of group) settle.reject(notStored(cause))
    } finally {
      underWay = []
      for (const { bytes } of group) held -= bytes
    }
  }

  async function run(): Promise<void> {
    // Lets requests of the same turn of the event loop share even the first group.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await store(nextGroup())
    running = undefined
  }

  return {
    /**
     * Stores the writes of one call. Resolves once they are stored; rejects with `unavailable` if they are not known to
     * be. They are accepted all or none, and may be in several groups.
     */
    add(...writes: readonly Write[]): Promise<void> {
      const sizes = writes.map(options.bytesOf)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      if (closed || held >= options.queueBytes) return Promise.reject(busy())
      held += bytes
      const settles = writes.map((write, i) => {
        const settle = Promise.withResolvers<void>()
        queue.push({ write, bytes: sizes[i] ?? 0, settle })
        return settle.promise
      })
      // Not as part of the first caller's work: everybody's writes are in it.
      running ??= workFor('sample batches', run)
      return settles.length === 1 ? (settles[0] as Promise<void>) : allOf(settles)
    },
    /** Resolves when the writes in flight have ended, whatever their outcome. */
    async drained(): Promise<void> {
      await Promise.allSettled([...underWay, ...queue].map(({ settle }) => settle.promise))
    },
    /** Refuses new writes and waits for those in flight. */
    async close(): Promise<void> {
      closed = true
      await running
    },
  }
}

function busy(): Problem {
  const detail =
    'Data arrives faster than it can be stored. Send the call again: what is stored of it is overwritten.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

function notStored(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const detail =
    'The data may not have been stored. Send it again: the same samples are overwritten.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
