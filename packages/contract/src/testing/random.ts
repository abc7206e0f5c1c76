/** Gives numbers in [0, 1). */
export type Random = () => number

/** Mulberry32: numbers in [0, 1), the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Throws where there is nothing to choose from. */
export function oneOf<One>(random: Random, from: readonly One[]): One {
  const one = from[Math.floor(random() * from.length)] ?? from[0]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}
