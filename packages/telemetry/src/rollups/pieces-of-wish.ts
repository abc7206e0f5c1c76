import type { RollupWish } from './roll-up.ts'

/** Days of a series that are rolled up by one statement. */
const PIECE = 256

/** Cuts a wish into pieces of one statement each, the newest days first, since those are asked for most. */
export function* piecesOf(wish: RollupWish, size = PIECE): Generator<RollupWish> {
  const metrics = Math.min(wish.metrics.length, size)
  const days = Math.max(1, Math.floor(size / (metrics * wish.things.length)))
  const things = Math.max(1, Math.floor(size / (metrics * days)))
  for (let to = wish.to; to > wish.from; to -= days) {
    const from = Math.max(wish.from, to - days)
    for (const someThings of chunksOf(wish.things, things)) {
      for (const someMetrics of chunksOf(wish.metrics, metrics)) {
        yield { ...wish, things: someThings, metrics: someMetrics, from, to }
      }
    }
  }
}

function* chunksOf<Of>(list: readonly Of[], size: number): Generator<readonly Of[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** The halves of a wish; none where it is a single day of a series. */
export function halvesOf(wish: RollupWish): RollupWish[] {
  const { things, metrics, from, to } = wish
  if (to - from > 1) {
    const middle = from + Math.ceil((to - from) / 2)
    return [
      { ...wish, from: middle },
      { ...wish, to: middle },
    ]
  }
  const halved = <Of>(list: readonly Of[]) => [...chunksOf(list, Math.ceil(list.length / 2))]
  if (things.length > 1) return halved(things).map((half) => ({ ...wish, things: half }))
  if (metrics.length > 1) return halved(metrics).map((half) => ({ ...wish, metrics: half }))
  return []
}
