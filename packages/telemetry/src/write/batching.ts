import { Problem } from '@sluice/runtime'

interface Options<Write> {
  /** Stores a group of writes; all of them or none is acknowledged. */
  readonly sink: (writes: readonly Write[]) => Promise<void>
  readonly bytesOf: (write: Write) => number
  /** A group is closed once it holds this many bytes. */
  readonly groupBytes: number
  /** Bytes that may wait or be under way together; writes beyond that are refused. */
  readonly queueBytes: number
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
  /** Resolves when the writes that are under way now have ended, whatever their end. */
  drained(): Promise<void>
  /** Refuses what comes from now on and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Natural batching: one group is under way at a time, and what arrives meanwhile forms the next one. A lone caller never waits.
 * A group that fails fails its own callers and nobody else.
 */
export function batchWrites<Write>(options: Options<Write>): Batching<Write> {
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
    // Requests that the event loop delivers in one turn go together from the first group on.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await store(nextGroup())
    running = undefined
  }

  return {
    add(write) {
      const bytes = options.bytesOf(write)
      if (closed || (held > 0 && held + bytes > options.queueBytes)) return Promise.reject(busy())
      held += bytes
      const settle = Promise.withResolvers<void>()
      queue.push({ write, bytes, settle })
      running ??= run()
      return settle.promise
    },
    async drained() {
      await Promise.allSettled([...underWay, ...queue].map(({ settle }) => settle.promise))
    },
    async close() {
      closed = true
      await running
    },
  }
}

function busy(): Problem {
  const detail =
    'Data arrives faster than it can be stored. Nothing of this call was stored. Send it again.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

function notStored(cause: unknown): Problem {
  if (cause instanceof Problem) return cause
  const detail =
    'The data may not have been stored. Send it again: the same samples are overwritten.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
