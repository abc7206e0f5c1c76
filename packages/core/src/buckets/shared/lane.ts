import type { BucketStore, Draw } from '../store.ts'
import type { Local, Standby } from './outage.ts'
import type { Answer, Charge, Server } from './server.ts'

interface Waiting {
  /** The tick at which it began. */
  readonly since: number
  readonly giveUp: () => void
}

/** An operation on the shared buckets, with a local fallback. */
export interface Call<Out> {
  readonly ask: (server: Server) => Promise<Answer>
  readonly read: (answer: Answer) => Out
  /** The same on the node's own share. */
  readonly local: (buckets: BucketStore) => Out | Promise<Out>
  /** What returns what an answer took; undefined if that is nothing. */
  readonly undo: (answer: Answer) => Charge | undefined
}

interface Outage {
  readonly local: Local
  readonly cause: unknown
  /** Set while local spending is being charged to the server. */
  settling: Promise<void> | undefined
}

/** Ticks without an answer after which the server is probed: five seconds. */
const IDLE = 250

/** The minimum patience of a probe in ticks: the first answer needs a connection. */
const MIN_PROBE_TIMEOUT = 50

/**
 * The connection to one server's part of the shared buckets. When it fails or is too slow, waiting and new calls are
 * served from the node's own share, until the server answers again.
 */
export interface Lane {
  call<Out>(draw: Draw, call: Call<Out>): Out | Promise<Out>
  /** Times out calls that have waited too long, and probes a server that is idle or out. Called every few milliseconds. */
  tick(): void
  /** Why the node's own share is used; undefined if it is not. */
  fault(): unknown
}

interface Options {
  readonly server: Server
  readonly standby: Standby
  /**
   * Ticks that a request waits for an answer. They are counted, not timed: while this process itself is blocked, no
   * answer can be read.
   */
  readonly patience: number
  /** A draw on a bucket that nobody owns, to probe the server with. */
  readonly example: Draw
  readonly onChange: () => void
}

export function openLane({ server, standby, patience, example, onChange }: Options): Lane {
  const waiting = new Set<Waiting>()
  let outage: Outage | undefined
  let probing = false
  let ticks = 0
  /** The tick of the server's last answer. */
  let heard = -IDLE
  let asked: { readonly since: number } | undefined

  /** Spends a unit, since a read would still succeed on a full server or on a replica. */
  const knock = () => server.ask('charge', example, { units: 1, failures: 0 })

  function fail(cause: unknown) {
    if (outage) return
    outage = { local: standby.begin(), cause, settling: undefined }
    asked = undefined
    onChange()
    for (const { giveUp } of waiting) giveUp()
    waiting.clear()
  }

  /** Undoes a late answer: the call was served locally meanwhile and must not count twice. */
  function undo(draw: Draw, charge: Charge | undefined) {
    if (charge) server.ask('charge', draw, charge).catch(() => {})
  }

  /** Detects an outage without waiting for a request, also at the start. */
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

  /** After the server answers again: charges it with what was spent meanwhile, then uses it again. */
  async function probe(out: Outage) {
    const { local } = out
    probing = true
    try {
      await knock()
      const charge = (draw: Draw, units: number) =>
        server.ask('charge', draw, { units, failures: 0 })
      // The first pass charges most of it while requests are still served locally; they wait only for the second.
      await local.settle(charge)
      out.settling = local.settle(charge)
      await out.settling
      outage = undefined
      heard = ticks
      onChange()
    } catch {
      // Still out; the next tick retries.
    } finally {
      out.settling = undefined
      probing = false
    }
  }

  function callNow<Out>(draw: Draw, { ask, read, local, ...call }: Call<Out>): Out | Promise<Out> {
    if (outage) return local(outage.local.buckets)
    return new Promise((resolve, reject) => {
      const instead = () => {
        if (outage) Promise.resolve(local(outage.local.buckets)).then(resolve, reject)
      }
      const one: Waiting = { since: ticks, giveUp: instead }
      waiting.add(one)
      ask(server).then(
        (answer) => {
          if (!waiting.delete(one)) return undo(draw, call.undo(answer))
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
      // Briefly: units taken during the settlement would be in neither account.
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
        (asked && ticks - asked.since > Math.max(patience, MIN_PROBE_TIMEOUT))
      if (late) fail(new Error('The shared buckets do not answer in time.'))
      else if (!oldest && !asked && ticks - heard >= IDLE) void askIdle()
    },
    fault: () => outage?.cause,
  }
}
