import { workingFor } from '../work-for.ts'

/** Milliseconds of a turn of the event loop that all long work takes together, before others have theirs. */
const SLICE_MS = 2

/** What waits of each organization, the one whose turn is next first. */
const queues = new Map<string, (() => void)[]>()
/** When the slice of this turn ends; undefined while no long work ran in it. */
let sliceEnd: number | undefined

/**
 * Whether long work has had its slice of this turn. All long work shares one: otherwise forty answers that became
 * ready in one turn would hold it for forty slices.
 */
export function isTurnSpent(): boolean {
  const now = performance.now()
  if (sliceEnd === undefined) {
    sliceEnd = now + SLICE_MS
    setImmediate(endSlice)
  }
  return now >= sliceEnd
}

function endSlice(): void {
  sliceEnd = undefined
}

/**
 * Resolves when a long piece of work may run: one in each turn of the event loop, of the organizations that have any
 * in turn, and of each in the order of asking. Otherwise bodies that arrive together would all be read in a single turn,
 * and every other call, which needs several turns, would wait for all of them several times.
 */
export function turnForLongWork(): Promise<void> {
  return new Promise((resolve) => {
    if (queues.size === 0) setImmediate(next)
    const organization = workingFor()
    const queue = queues.get(organization)
    if (queue) queue.push(resolve)
    else queues.set(organization, [resolve])
  })
}

function next(): void {
  sliceEnd = performance.now() + SLICE_MS
  for (const [organization, queue] of queues) {
    queue.shift()?.()
    queues.delete(organization)
    if (queue.length > 0) queues.set(organization, queue)
    break
  }
  setImmediate(queues.size > 0 ? next : endSlice)
}
