import { hash } from 'node:crypto'
import { TooManyRows } from '../too-many-rows.ts'
import { halvesOf, piecesOf } from './pieces-of-request.ts'
import type { RollupRequest } from './roll-up.ts'

interface Options {
  /** Rolls up as much as one statement can. */
  readonly rollUp: (request: RollupRequest) => Promise<void>
  readonly clock: () => Date
}

/** Rolls up in the background what queries had to read from samples. */
export interface Roller {
  /** Never rejects or blocks: a later query will repeat a request that cannot be done now. */
  ask(request: RollupRequest): void
  /** Resolves when the queue is empty. */
  idle(): Promise<void>
  /** Drops queued requests and waits for the one in flight. */
  close(): Promise<void>
}

/** Most queued requests in all, and of one organization, which must leave room for others. */
const MAX_QUEUED = 64
const MAX_QUEUED_PER_ORGANIZATION = 16
/** Milliseconds before a request is accepted again: late samples may keep coming to its days. */
const PAUSE_MS = 60_000
/** Most requests whose time is remembered. */
const MAX_REMEMBERED = 1000

/** The rest of a request, also while it runs. */
interface Waiting {
  readonly request: RollupRequest
  /** A set, since every new request is compared with it. */
  readonly things: ReadonlySet<number>
  readonly metrics: ReadonlySet<number>
  readonly pieces: Iterator<RollupRequest>
}

/** Runs one statement at a time, and takes requests in turn, so that a long one blocks no others. */
export function openRoller({ rollUp, clock }: Options): Roller {
  const asked = new Map<string, number>()
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const piece = next.pieces.next()
      if (piece.done) continue
      waiting.push(next)
      await halving(piece.value).catch(() => {
        // The store is unavailable or overloaded. A later query will repeat the rest.
        waiting = waiting.filter((other) => other !== next)
      })
    }
    running = undefined
  }

  async function halving(request: RollupRequest): Promise<void> {
    try {
      await rollUp(request)
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error
      for (const half of halvesOf(request)) await halving(half)
    }
  }

  function hasRoom({ organization }: RollupRequest): boolean {
    if (waiting.length >= MAX_QUEUED) return false
    const own = waiting.filter(({ request }) => request.organization === organization)
    return own.length < MAX_QUEUED_PER_ORGANIZATION
  }

  function isNew(name: string): boolean {
    const now = clock().getTime()
    const before = asked.get(name)
    return before === undefined || before > now || now - before >= PAUSE_MS
  }

  function note(name: string): void {
    if (asked.size >= MAX_REMEMBERED) asked.clear()
    asked.set(name, clock().getTime())
  }

  return {
    ask(request) {
      if (!hasRoom(request)) return
      // A digest, because a request may name ten thousand things.
      const name = hash('sha256', JSON.stringify(request), 'base64')
      if (!isNew(name) || waiting.some((other) => covers(other, request))) return
      note(name)
      const [things, metrics] = [new Set(request.things), new Set(request.metrics)]
      waiting.push({ request, things, metrics, pieces: piecesOf(request) })
      running ??= Promise.resolve().then(work)
    },
    async idle() {
      await running
    },
    async close() {
      waiting = []
      await running
    },
  }
}

/** Whether a request is covered by another one. */
function covers(all: Waiting, { organization, things, metrics, from, to }: RollupRequest): boolean {
  const { request } = all
  return (
    request.organization === organization &&
    request.from <= from &&
    to <= request.to &&
    metrics.every((metric) => all.metrics.has(metric)) &&
    things.every((thing) => all.things.has(thing))
  )
}
