import { startOfDay } from '../../rollups/rules.ts'
import type { Write } from '../../write/blocks/write.ts'
import { Chunk } from './chunk.ts'
import type { TimeList } from './time-list.ts'

/** The cached chunks of a thing's day. */
export interface DayOfThing {
  readonly share: Share
  readonly thing: number
  readonly day: number
  /** By metric. Undefined means that the series has no samples on that day. */
  readonly chunks: Map<number, Chunk | undefined>
  /** Approximate memory use. */
  bytes: number
  /** Monotonic time at which the oldest of its chunks was loaded, or at which it was first asked for. */
  since: number
}

/** What is cached for an organization. */
export interface Share {
  readonly organization: number
  readonly things: Map<number, Map<number, DayOfThing>>
  /** Those that were asked for, in LRU order. */
  readonly order: Set<DayOfThing>
  bytes: number
}

/** Puts the rows from `first` on that have the same metric and day. Returns the row after them, and by how much it grew. */
export function putRun(
  { chunks, day }: DayOfThing,
  metric: number,
  samples: Write['samples'],
  first: number,
): { readonly next: number; readonly bytes: number } {
  let chunk = chunks.get(metric)
  const before = chunk?.bytes ?? 0
  if (!chunk) {
    chunk = new Chunk(timesFrom(samples.timeAt(first), chunks))
    chunks.set(metric, chunk)
  }
  const [from, to] = [startOfDay(day), startOfDay(day + 1)]
  let next = first
  for (; next < samples.rows && samples.metrics[next] === metric; next += 1) {
    const time = samples.timeAt(next)
    if (time < from || time >= to) break
    const number = samples.numbers[next] ?? Number.NaN
    chunk.put(time, number, Number.isNaN(number) ? (samples.textAt(next) ?? '') : '')
  }
  return { next, bytes: chunk.bytes - before }
}

/** The times of a chunk that begins at a time: the next one may go on like it, as metrics of the same frames do. */
function timesFrom(time: number, chunks: DayOfThing['chunks']): TimeList | undefined {
  for (const chunk of chunks.values()) if (chunk?.times.accepts(0, [time])) return chunk.times
  return undefined
}
