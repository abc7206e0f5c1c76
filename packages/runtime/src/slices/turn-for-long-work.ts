import { isAlone } from '../neighbors.ts'
import { workingFor, workingSince } from '../work-for.ts'

/**
 * Milliseconds per turn of the event loop for all long work together, before other work gets its turn; and if there is
 * no other organization: each turn has a cost.
 */
const [SLICE_MS, SLICE_ALONE_MS] = [0.5, 2]

/** A slice of long work that waits. */
interface Waiting {
  /** The arrival time of its request. */
  readonly since: number
  readonly begin: () => void
}

/** An organization's waiting slices, by the age of their requests. */
interface Queue {
  readonly waiting: Waiting[]
  /** Requests that have had a slice, by their arrival time. */
  begun: Set<number>
  turns: number
}

/** By organization with waiting slices, in the order of their turns. */
const queues = new Map<string, Queue>()
/** When this turn's slice ends; undefined if no long work has run in it. */
let sliceEnd: number | undefined

/**
 * Whether long work has used its slice of this turn. All long work shares one: otherwise forty answers that became
 * ready in the same turn would block it for forty slices.
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
 * Resolves when a slice of long work may run: one per turn of the event loop, from organizations in turn. Otherwise
 * bodies that arrive together would all be read in a single turn, and every other call, which needs several turns,
 * would wait for all of them several times. A single organization gets as many as fit into a slice.
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

/** How many of an organization's requests progress in turn: its oldest, and the newest. */
const AT_ONCE = 4
/** How many of them may be in progress. */
const MAX_BEGUN = 8

/**
 * Takes an organization's next slice. Requests in progress are finished before more are started: forty answers written
 * in turn would all be in memory at once, and objects that live that long are copied by the collector. The newest also
 * gets a turn, so that short work need not wait for everything older.
 */
function takeNext(queue: Queue): Waiting | undefined {
  const { waiting } = queue
  const halfDone = waiting.filter(({ since }) => queue.begun.has(since))
  const ready = halfDone.length < MAX_BEGUN ? waiting : halfDone
  const turn = queue.turns++ % AT_ONCE
  const taken = turn === AT_ONCE - 1 ? ready.at(-1) : ready[Math.min(turn, ready.length - 1)]
  if (!taken) return undefined
  waiting.splice(waiting.indexOf(taken), 1)
  // Requests that no longer wait have ended, or will be added again.
  if (queue.begun.size > 2 * MAX_BEGUN) queue.begun = new Set(halfDone.map(({ since }) => since))
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
