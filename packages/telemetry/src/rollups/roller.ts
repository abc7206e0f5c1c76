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

/** Most wishes that wait, and of one organization: its own must leave room for those of others. */
const QUEUE = 64
const QUEUE_OF_ONE = 16
/** Milliseconds for which a wish is not taken again: some of its days may not be quiet yet. */
const PAUSE = 60_000
/** Most wishes whose time of asking is remembered. */
const REMEMBERED = 1000

/** What is left of a wish; while it runs, too. */
interface Waiting {
  readonly wish: RollupWish
  /** What it names, made once: it is asked of every wish that comes meanwhile. */
  readonly things: ReadonlySet<number>
  readonly metrics: ReadonlySet<number>
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

  function hasRoom({ organization }: RollupWish): boolean {
    if (waiting.length >= QUEUE) return false
    const own = waiting.filter(({ wish }) => wish.organization === organization)
    return own.length < QUEUE_OF_ONE
  }

  function isNew(name: string): boolean {
    const now = clock().getTime()
    const before = asked.get(name)
    return before === undefined || before > now || now - before >= PAUSE
  }

  function note(name: string): void {
    if (asked.size >= REMEMBERED) asked.clear()
    asked.set(name, clock().getTime())
  }

  return {
    ask(wish) {
      if (!hasRoom(wish)) return
      const name = JSON.stringify(wish)
      if (!isNew(name) || waiting.some((other) => covers(other, wish))) return
      note(name)
      const [things, metrics] = [new Set(wish.things), new Set(wish.metrics)]
      waiting.push({ wish, things, metrics, pieces: piecesOf(wish) })
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
function covers(all: Waiting, { organization, things, metrics, from, to }: RollupWish): boolean {
  const { wish } = all
  return (
    wish.organization === organization &&
    wish.from <= from &&
    to <= wish.to &&
    metrics.every((metric) => all.metrics.has(metric)) &&
    things.every((thing) => all.things.has(thing))
  )
}
