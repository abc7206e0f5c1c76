import { TooManyRows } from '../too-many-rows.ts'
import { halvesOf, piecesOf } from './pieces-of-wish.ts'
import type { RollupWish } from './roll-up.ts'

interface Options {
  /** Rolls up what one statement can. */
  readonly rollUp: (wish: RollupWish) => Promise<void>
  readonly clock: () => Date
}

/** Rolls up in the background what queries had to read sample by sample. */
export interface Roller {
  /** Never rejects and never waits: what cannot be done now is asked for again by a later query. */
  ask(wish: RollupWish): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Forgets what is waiting and waits for what is under way. */
  close(): Promise<void>
}

/** Most wishes that wait. */
const QUEUE = 64
/** Milliseconds for which a wish is not taken again: some of its days may not be quiet yet. */
const PAUSE = 60_000
/** Most wishes whose time of asking is remembered. */
const REMEMBERED = 1000

/** What is left of a wish; while it runs, too. */
interface Waiting {
  readonly wish: RollupWish
  readonly pieces: Iterator<RollupWish>
}

/** Runs one statement at a time, and the wishes in turn, so that a long wish keeps none waiting. */
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
        // The store is away or too busy: what is left is asked for again.
        waiting = waiting.filter((other) => other !== next)
      })
    }
    running = undefined
  }

  async function halving(wish: RollupWish): Promise<void> {
    try {
      await rollUp(wish)
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error
      for (const half of halvesOf(wish)) await halving(half)
    }
  }

  function isNew(wish: RollupWish): boolean {
    const name = JSON.stringify(wish)
    const now = clock().getTime()
    const before = asked.get(name)
    if (before !== undefined && before <= now && now - before < PAUSE) return false
    if (asked.size >= REMEMBERED) asked.clear()
    asked.set(name, now)
    return true
  }

  return {
    ask(wish) {
      if (waiting.length >= QUEUE || waiting.some((other) => covers(other.wish, wish))) return
      if (!isNew(wish)) return
      waiting.push({ wish, pieces: piecesOf(wish) })
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

/** Whether a wish is a part of another one. */
function covers(all: RollupWish, { organization, things, metrics, from, to }: RollupWish): boolean {
  return (
    all.organization === organization &&
    all.from <= from &&
    to <= all.to &&
    isPart(metrics, all.metrics) &&
    isPart(things, all.things)
  )
}

function isPart(some: readonly number[], all: readonly number[]): boolean {
  if (some.length > all.length) return false
  const known = new Set(all)
  return some.every((one) => known.has(one))
}
