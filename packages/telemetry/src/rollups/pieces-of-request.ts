import { batchesOf } from '@sluice/runtime'
import type { RollupRequest } from './roll-up.ts'

/** Series times days that one statement rolls up. */
const PIECE_SIZE = 256

/** Splits a request into pieces of one statement each, the newest days first, since those are requested most. */
export function* piecesOf(request: RollupRequest, size = PIECE_SIZE): Generator<RollupRequest> {
  const metrics = Math.min(request.metrics.length, size)
  const days = Math.max(1, Math.floor(size / (metrics * request.things.length)))
  const things = Math.max(1, Math.floor(size / (metrics * days)))
  for (let to = request.to; to > request.from; to -= days) {
    const from = Math.max(request.from, to - days)
    for (const someThings of batchesOf(request.things, things)) {
      for (const someMetrics of batchesOf(request.metrics, metrics)) {
        yield { ...request, things: someThings, metrics: someMetrics, from, to }
      }
    }
  }
}

/** The halves of a request; empty for a single day of a series. */
export function halvesOf(request: RollupRequest): RollupRequest[] {
  const { things, metrics, from, to } = request
  if (to - from > 1) {
    const middle = from + Math.ceil((to - from) / 2)
    return [
      { ...request, from: middle },
      { ...request, to: middle },
    ]
  }
  const halved = <Of>(list: readonly Of[]) => [...batchesOf(list, Math.ceil(list.length / 2))]
  if (things.length > 1) return halved(things).map((half) => ({ ...request, things: half }))
  if (metrics.length > 1) return halved(metrics).map((half) => ({ ...request, metrics: half }))
  return []
}
