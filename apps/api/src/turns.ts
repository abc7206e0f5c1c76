/**
 * A turn of the event loop reads what every socket has. What it brought is begun at its end, one request right after the
 * other, and so are the answers sent: the code that each step runs through is then still in the processor's caches, where
 * between two requests served from the first byte to the last it would have been pushed out by all the rest.
 */
import type { ServerResponse } from 'node:http'

/** An answer whose head is written. */
export interface Ending {
  readonly response: ServerResponse
  readonly body: string | Uint8Array | undefined
  /** Called with the ending once the answer has been handed to the socket. */
  ended(ending: Ending): void
}

let beginnings: (() => void)[] = []
let endings: Ending[] = []
/** Whether answers are sent anyway, once what is due has begun. */
let endFollows = false

/** Begins what a turn of the event loop brought at its end. By then a small body has come whole. */
export function beginTogether(begin: () => void): void {
  if (beginnings.push(begin) > 1) return
  endFollows = true
  setImmediate(beginAll)
  // Apart, so that promises are settled in between: what they alone stand before is answered in this turn, too.
  setImmediate(endAll)
}

/**
 * Sends the answers of a turn at its end. A client that gets its answers one at a time falls asleep after each, and
 * waking it is a fifth of what a small request costs.
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
  for (const { response, body } of all) response.end(body)
  for (const ending of all) ending.ended(ending)
}
