/**
 * Batches work per turn of the event loop. A turn reads from all sockets. Its requests are started together at its end,
 * and so are the answers sent: the code of each step then stays in the processor's caches, instead of being evicted by
 * all the rest between two requests.
 */

/** An answer whose head is written. */
export interface Ending {
  /** Hands its body to the socket. */
  send(ending: Ending): void
  /** Called after that. */
  ended(ending: Ending): void
}

let beginnings: (() => void)[] = []
let endings: Ending[] = []
/** Whether answers will be sent in this turn anyway, after all requests were started. */
let endFollows = false

/** Starts the requests of a turn together at its end. By then a small body has arrived completely. */
export function beginTogether(begin: () => void): void {
  if (beginnings.push(begin) > 1) return
  endFollows = true
  setImmediate(beginAll)
  // Separate, so that promises settle in between: requests that only wait for these are answered in this turn, too.
  setImmediate(endAll)
}

/**
 * Sends the answers of a turn together at its end. A client that gets its answers one by one sleeps after each, and
 * waking it is a fifth of a small request's cost.
 */
export function endTogether(ending: Ending): void {
  if (endings.push(ending) === 1 && !endFollows) setImmediate(endAll)
}

function beginAll(): void {
  const all = beginnings
  beginnings = []
  for (const begin of all) begin()
}

function endAll(): void {
  endFollows = false
  const all = endings
  endings = []
  for (const ending of all) ending.send(ending)
  for (const ending of all) ending.ended(ending)
}
