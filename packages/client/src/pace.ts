import type { Environment } from './environment.ts'
import { type Bucket, bucketsOf } from './rate-limit.ts'
import type { Route } from './route.ts'

/**
 * Holds back calls until the rate limit allows them, according to the answers.
 *
 * Calls of one tier take turns in order. The first goes ahead alone, because nothing is known yet, and the others wait
 * for its answer for at most a second. From then on the pace keeps a model of the buckets that an answer names: what
 * was left, less the calls sent since, plus what has been refilled since at the sustained rate. A call waits until every
 * bucket has a unit. A refusal empties the model until its Retry-After has passed.
 *
 * The model errs on the side of waiting: a bucket is dated by the arrival of its answer, which is later than when it
 * was measured.
 */
export interface Pace {
  /** Resolves when a call may be sent; rejects with the signal's reason. */
  turn(tier: Route['tier'], signal: AbortSignal | undefined): Promise<Turn>
}

/** A call in flight. */
export interface Turn {
  /** Ends it. Idempotent. Without a response, none arrived. */
  end(response?: Response, retryAfter?: number): void
}

interface Level {
  tokens: number
  /** The time of `tokens`. */
  at: number
  refill: number
  /** The most it has been seen to hold, up to which it is assumed to refill. */
  most: number
  blockedUntil: number
  /** The latest turn whose answer reported it: earlier turns have older news. */
  told: number
}

interface Lane {
  /** Resolves when the last one in the queue has gone. */
  tail: Promise<unknown>
  /** Resolved when the first call has ended, and then discarded. */
  start: 'before' | 'over' | Start
  buckets: readonly string[]
}

interface Start {
  /** Resolves when the first call has ended, or a second after it was first asked for. */
  readonly over: () => Promise<void>
  readonly end: () => void
}

/** The most milliseconds that calls wait for the answer to the first one. */
const FIRST_ANSWER_TIMEOUT = 1000

/** Creates a pace. A Retry-After beyond `longestWait` seconds blocks nothing: calls only wait until a unit is refilled. */
export function createPace(
  { now, sleep }: Pick<Environment, 'now' | 'sleep'>,
  longestWait: number,
): Pace {
  const lanes = new Map<Route['tier'], Lane>()
  const levels = new Map<string, Level>()
  /** Turns in flight, with the buckets that each has drawn on. */
  const inFlight = new Map<number, readonly string[]>()
  let turns = 0

  function waitOf(lane: Lane): number {
    const at = now()
    return Math.max(0, ...lane.buckets.map((name) => waitFor(levels.get(name), at)))
  }

  async function untilAllowed(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    for (let wait = waitOf(lane); wait > 0; wait = waitOf(lane)) {
      const before = now()
      await sleep(wait, signal)
      // With a clock that stands still, the call would wait forever.
      if (now() <= before) return
    }
  }

  function take(lane: Lane): Turn {
    turns += 1
    const turn = turns
    const at = now()
    for (const name of lane.buckets) {
      const level = levels.get(name)
      if (level && isSpent(name)) Object.assign(level, { tokens: tokensOf(level, at) - 1, at })
    }
    inFlight.set(turn, lane.buckets)
    return {
      end(response, retryAfter = 0) {
        if (!inFlight.delete(turn)) return
        if (typeof lane.start === 'object') lane.start.end()
        lane.start = 'over'
        const told = response ? bucketsOf(response.headers) : []
        if (told.length > 0) lane.buckets = told.map(({ name }) => name)
        for (const bucket of told) learn(turn, bucket)
        if (!response) return
        if (response.status === 429 && retryAfter <= longestWait) block(lane, retryAfter)
      },
    }
  }

  function learn(turn: number, { name, remaining, refill }: Bucket): void {
    const level = levels.get(name)
    if (level && level.told > turn) return
    // The service has counted earlier calls already.
    const later = [...inFlight].filter(([one, buckets]) => one > turn && buckets.includes(name))
    const tokens = isSpent(name) ? remaining - later.length : remaining
    const most = Math.max(remaining, level?.most ?? 1)
    const blockedUntil = level?.blockedUntil ?? 0
    levels.set(name, { tokens, at: now(), refill, most, blockedUntil, told: turn })
  }

  /** A refusal does not say which of several buckets refused; assume the emptiest. */
  function block(lane: Lane, seconds: number): void {
    const known = lane.buckets.flatMap((name) => levels.get(name) ?? [])
    const [emptiest] = known.sort((a, b) => a.tokens - b.tokens)
    if (emptiest) emptiest.blockedUntil = now() + seconds * 1000
  }

  return {
    async turn(tier, signal) {
      const lane: Lane = lanes.get(tier) ?? {
        tail: Promise.resolve(),
        start: 'before',
        buckets: [],
      }
      lanes.set(tier, lane)
      const before = lane.tail
      let pass = () => {}
      const gone = new Promise<void>((resolve) => {
        pass = resolve
      })
      lane.tail = before.then(() => gone)
      try {
        await unlessAborted(before, signal)
        if (lane.start === 'before') lane.start = begin(sleep)
        else if (lane.start !== 'over') await unlessAborted(lane.start.over(), signal)
        await untilAllowed(lane, signal)
        return take(lane)
      } finally {
        pass()
      }
    },
  }
}

/** A failed call takes a unit of failures, a successful one takes none. */
function isSpent(name: string): boolean {
  return !name.endsWith('-failures')
}

function tokensOf({ tokens, at, refill, most }: Level, time: number): number {
  return Math.max(tokens, Math.min(most, tokens + (time - at) * refill))
}

/** Milliseconds until a bucket has a unit. */
function waitFor(level: Level | undefined, at: number): number {
  if (!level) return 0
  const missing = 1 - tokensOf(level, at)
  const refilled = missing > 0 && level.refill > 0 ? missing / level.refill : 0
  return Math.max(Math.ceil(refilled), level.blockedUntil - at)
}

/** All calls that wait share one deadline: those in the queue would otherwise go one per second. */
function begin(sleep: Environment['sleep']): Start {
  const ended = new AbortController()
  let over: Promise<void> | undefined
  return {
    over() {
      over ??= sleep(FIRST_ANSWER_TIMEOUT, ended.signal).catch(() => {})
      return over
    },
    end: () => ended.abort(),
  }
}

function unlessAborted(promise: Promise<unknown>, signal: AbortSignal | undefined) {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(() => {
      signal.removeEventListener('abort', stop)
      resolve(undefined)
    })
  })
}
