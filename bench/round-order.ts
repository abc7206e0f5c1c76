/**
 * All of them in the order of a round, counted from 1: forwards and backwards by turns, each time from the next one on. Each is
 * first as often, and comes behind every other as often, since it bears what the one before has left its store to do. Of three or
 * more none follows itself: to and fro, the ones at the ends would, and would bear their own.
 */
export function roundOrder<Each>(all: Iterable<Each>, round: number): Each[] {
  const each = [...all]
  const first = Math.floor((round - 1) / 2)
  const isForwards = round % 2 === 1
  return each.map((_, place) => {
    const at = isForwards ? first + place : first + 1 - place
    return each.at(at % each.length) as Each
  })
}
