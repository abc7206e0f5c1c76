import { inSlices } from '@sluice/runtime'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import type { RememberedDays } from '../../cache/chunks/chunk-memory.ts'
import { dayOf } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { whatIsAsked } from '../pairs.ts'
import type { Range } from '../plan/range.ts'
import type { Line, Subject } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'

/** The samples of a thing's metric, for whole days that contain the request. */
export interface LineSamples {
  readonly thing: number
  readonly metric: number
  /** In ascending order. */
  readonly runs: readonly SampleRun[]
}

/** Queries of more days do not use the cache. */
const MAX_DAYS = 4096

/**
 * The samples of some lines in some ascending spans, from memory, ordered by thing and metric. Lines of all things
 * together yield one entry per thing. Undefined if the store should answer.
 *
 * @param how `known`: only if all of them are in memory, else undefined
 */
export async function samplesOf(
  store: SampleStore,
  subject: Subject,
  lines: readonly Line[],
  spans: readonly Range[],
  how: 'read' | 'known' = 'read',
): Promise<LineSamples[] | undefined> {
  const [first] = spans
  if (!first) return undefined
  const { organization, things, metrics } = filterParams(subject, lines, first)
  const days = daysOf(spans)
  if (things.length === 0 || days === undefined) return undefined
  const remembered = await store.chunks?.[how]({ organization, things, metrics, days })
  if (!remembered) return undefined
  return inSlices(linesOf(remembered, { things, metrics }, whatIsAsked(subject, lines)))
}

/** In slices, since it merges late samples. */
function* linesOf(
  remembered: RememberedDays,
  { things, metrics }: { readonly things: readonly number[]; readonly metrics: readonly number[] },
  isWanted: (thing: number, metric: number) => boolean,
): Generator<void, LineSamples[]> {
  const lines: LineSamples[] = []
  for (const [i, thing] of things.entries()) {
    for (const metric of metrics) {
      if (!isWanted(thing, metric)) continue
      const runs: SampleRun[] = []
      for (const day of remembered[i] ?? []) {
        const chunk = day.get(metric)
        if (!chunk) continue
        runs.push(yield* chunk.run())
      }
      lines.push({ thing, metric, runs })
    }
  }
  return lines.sort((a, b) => a.thing - b.thing || a.metric - b.metric)
}

/** The distinct days of the spans; undefined if there are too many. */
function daysOf(spans: readonly Range[]): number[] | undefined {
  const days: number[] = []
  for (const { from, to } of spans) {
    const last = dayOf(to - 1)
    if (last - dayOf(from) > MAX_DAYS) return undefined
    for (let day = Math.max(dayOf(from), (days.at(-1) ?? -1e9) + 1); day <= last; day += 1) {
      days.push(day)
    }
  }
  return days.length > MAX_DAYS ? undefined : days
}
