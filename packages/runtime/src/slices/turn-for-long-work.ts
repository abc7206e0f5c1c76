import { isAlone } from '../neighbors.ts'
import { workingFor, workingSince } from '../work-for.ts'

/**
 * Milliseconds of a turn of the event loop that all long work takes together, before others have theirs; and where there
 * are none: each turn has its price.
 */
const [SLICE_MS, SLICE_ALONE_MS] = [0.5, 2]

/** A piece of long work that waits. */
interface Waiting {
  /** When its request came. */
  readonly since: number
  readonly begin: () => void
}

/** What waits of an organization, by the age of its requests. */
interface Queue {
  readonly waiting: Waiting[]
  /** Requests of which a piece was done: by when they came. */
  begun: Set<number>
  turns: number
}

/** Of each organization that has any, the one whose turn is next first. */
const queues = new Map<string, Queue>()
/** When the slice of this turn ends; undefined while no long work ran in it. */
let sliceEnd: number | undefined

/**
 * Whether long work has had its slice of this turn. All long work shares one: otherwise forty answers that became
 * ready in one turn would hold it for forty slices.
 */
export function isTurnSpent(): boolean {
  const now = performance.now()
  if (sliceEnd === undefined) {
    sliceEnd = now + sliceMs(now)
    setImmediate(endSlice)
  }
  return now >= sliceEnd
}

function sliceMs(now: number): number {
  return isAlone(now) ? SLICE_ALONE_MS : SLICE_MS
}

function endSlice(): void {
  sliceEnd = undefined
}

/**
 * Resolves when a long piece of work may run: one in each turn of the event loop, of the organizations that have any
 * in turn. Otherwise bodies that arrive together would all be read in a single turn, and every other call, which needs
 * several turns, would wait for all of them several times. An organization that is alone has as many as a slice takes.
 */
export async function turnForLongWork(): Promise<void> {
  if (queues.size === 0 && isAlone(performance.now()) && !isTurnSpent()) return
  await new Promise<void>((begin) => {
    if (queues.size === 0) setImmediate(next)
    const organization = workingFor()
    const queue = queues.get(organization) ?? { waiting: [], begun: new Set<number>(), turns: 0 }
    queues.set(organization, queue)
    addByAge(queue.waiting, { since: workingSince(), begin })
  })
}

function addByAge(waiting: Waiting[], one: Waiting): void {
  const before = waiting.findLastIndex(({ since }) => since <= one.since)
  waiting.splice(before + 1, 0, one)
}

/** How many of an organization's requests are worked on in turn: its oldest, and the newest. */
const AT_ONCE = 4
/** How many of them may be half done. */
const MOST_BEGUN = 8

/**
 * Takes an organization's next piece. What was begun is finished before more begins: forty answers that are written
 * in turn are all in memory at once, and what lives that long is copied by the collector. The newest has a turn, too,
 * so that short work does not wait until all that is older is done.
 */
function takeNext(queue: Queue): Waiting | undefined {
  const { waiting } = queue
  const halfDone = waiting.filter(({ since }) => queue.begun.has(since))
  const ready = halfDone.length < MOST_BEGUN ? waiting : halfDone
  const turn = queue.turns++ % AT_ONCE
  const taken = turn === AT_ONCE - 1 ? ready.at(-1) : ready[Math.min(turn, ready.length - 1)]
  if (!taken) return undefined
  waiting.splice(waiting.indexOf(taken), 1)
  // Those that wait no more have ended, or will be begun again.
  if (queue.begun.size > 2 * MOST_BEGUN) queue.begun = new Set(halfDone.map(({ since }) => since))
  queue.begun.add(taken.since)
  return taken
}

function next(): void {
  const now = performance.now()
  sliceEnd = now + sliceMs(now)
  for (const [organization, queue] of queues) {
    takeNext(queue)?.begin()
    queues.delete(organization)
    if (queue.waiting.length > 0) queues.set(organization, queue)
    break
  }
  setImmediate(queues.size > 0 ? next : endSlice)
}
