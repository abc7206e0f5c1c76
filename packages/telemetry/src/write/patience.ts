/** How long a group waits for writes, in milliseconds. */
export interface Patience {
  readonly usual: number
  /** While writes still come, each within this time after the one before, the wait goes on ... */
  readonly lull: number
  /** ... up to this. */
  readonly longest: number
}

/** Calls `end` once patience ends, going by how many writes have arrived. Returns what stops the waiting. */
export function waitOut(
  { usual, lull, longest }: Patience,
  arrived: () => number,
  end: () => void,
): () => void {
  let waited = usual - lull
  let seen = -1
  let timer = setTimeout(look, waited)

  function look() {
    if (arrived() === seen || waited >= longest) return end()
    seen = arrived()
    waited += lull
    timer = setTimeout(look, lull)
  }
  return () => clearTimeout(timer)
}
