import type { BucketStore, Draw } from '../store.ts'
import type { Local, Standby } from './outage.ts'
import type { Answer, Server } from './server.ts'

interface Waiting {
  /** The count of ticks at its beginning. */
  readonly since: number
  readonly giveUp: () => void
}

/** One operation on the shared buckets, and what stands in for it. */
export interface Call<Out> {
  readonly ask: (server: Server) => Promise<Answer>
  readonly read: (answer: Answer) => Out
  /** The same on the node's own share. */
  readonly local: (buckets: BucketStore) => Out | Promise<Out>
  /** Units that an answer took, negative where it gave some back. */
  readonly took: (answer: Answer) => number
}

interface Outage {
  readonly local: Local
  readonly cause: unknown
  /** While what was spent is charged. */
  settling: Promise<void> | undefined
}

/** Ticks without an answer after which the server is asked whether it is there: five seconds. */
const IDLE = 250

/** Ticks that this may take at least: the first answer takes a connection. */
const IDLE_PATIENCE = 50

/**
 * The way to some of the shared buckets, those of one server of a cluster. When it fails or is too slow, what waits
 * and what comes is served by the node's own share, until the server answers again.
 */
export interface Lane {
  call<Out>(draw: Draw, call: Call<Out>): Out | Promise<Out>
  /** Ends what has waited for too long, and asks a server that is idle or out; called every few milliseconds. */
  tick(): void
  /** Why the node's own share is used; undefined while it is not. */
  fault(): unknown
}

interface Options {
  readonly server: Server
  readonly standby: Standby
  /**
   * Ticks that a request waits for an answer. They are counted, not timed: when this process itself was held up, the
   * answer has had no chance to be read.
   */
  readonly patience: number
  /** A draw of a bucket that nobody has, to ask the server by. */
  readonly example: Draw
  readonly onChange: () => void
}

export function openLane({ server, standby, patience, example, onChange }: Options): Lane {
  const waiting = new Set<Waiting>()
  let outage: Outage | undefined
  let probing = false
  let ticks = 0
  /** When the server answered last, in ticks. */
  let heard = -IDLE
  let asked: { readonly since: number } | undefined

  /** Spends a unit: a full server or a replica of one still answers whoever only looks. */
  const knock = () => server.ask('charge', example, 1)

  function fail(cause: unknown) {
    if (outage) return
    outage = { local: standby.begin(), cause, settling: undefined }
    asked = undefined
    onChange()
    for (const { giveUp } of waiting) giveUp()
    waiting.clear()
  }

  /** An answer that nobody waited for any more: it was served otherwise, and must not count twice. */
  function undo(draw: Draw, units: number) {
    if (units !== 0) server.ask('charge', draw, -units).catch(() => {})
  }

  /** Finds an outage while no request does, also at the start. */
  async function askIdle() {
    const one = { since: ticks }
    asked = one
    try {
      await knock()
      heard = ticks
    } catch (cause) {
      if (asked === one) fail(cause)
    } finally {
      if (asked === one) asked = undefined
    }
  }

  /** The server answers again: what was spent meanwhile is charged to it, and it is asked from then on. */
  async function probe(out: Outage) {
    const { local } = out
    probing = true
    try {
      await knock()
      const charge = (draw: Draw, units: number) => server.ask('charge', draw, units)
      // Most of it while requests are still served from here; they wait for what came in between alone.
      await local.settle(charge)
      out.settling = local.settle(charge)
      await out.settling
      outage = undefined
      heard = ticks
      onChange()
    } catch {
      // Still out; the next tick tries again.
    } finally {
      out.settling = undefined
      probing = false
    }
  }

  function callNow<Out>(draw: Draw, { ask, read, local, took }: Call<Out>): Out | Promise<Out> {
    if (outage) return local(outage.local.buckets)
    return new Promise((resolve, reject) => {
      const instead = () => {
        if (outage) Promise.resolve(local(outage.local.buckets)).then(resolve, reject)
      }
      const one: Waiting = { since: ticks, giveUp: instead }
      waiting.add(one)
      ask(server).then(
        (answer) => {
          if (!waiting.delete(one)) return undo(draw, took(answer))
          heard = ticks
          standby.saw(draw, answer.tier)
          resolve(read(answer))
        },
        (cause) => {
          if (!waiting.delete(one)) return
          fail(cause)
          instead()
        },
      )
    })
  }

  return {
    call(draw, one) {
      if (outage?.settling === undefined) return callNow(draw, one)
      // A moment: what is taken while the accounts are settled would be in none.
      const now = () => callNow(draw, one)
      return outage.settling.then(now, now)
    },
    tick() {
      ticks += 1
      if (outage) {
        if (!probing) void probe(outage)
        return
      }
      const [oldest] = waiting
      const late =
        (oldest && ticks - oldest.since > patience) ||
        (asked && ticks - asked.since > Math.max(patience, IDLE_PATIENCE))
      if (late) fail(new Error('The shared buckets do not answer in time.'))
      else if (!oldest && !asked && ticks - heard >= IDLE) void askIdle()
    },
    fault: () => outage?.cause,
  }
}
