import type { RollupRequest } from '../../rollups/roll-up.ts'
import { dayOf, HOUR } from '../../rollups/rules.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Gap } from './gaps.ts'
import type { Rows } from './read-rows.ts'

/** How many samples a rollup must save, in all and for each of its rows. */
const WORTHWHILE_SAMPLES = 20_000
const WORTHWHILE_DENSITY = 100
/** A day with fewer new hours is not rolled up yet: extending its rollup means computing its earlier hours again. */
const WORTHWHILE_HOURS = 3
/** Series times days that one query may have rolled up without having read them: a month of 136 series. */
const MAX_AHEAD = 4_096

interface Read {
  readonly organization: number
  readonly gaps: readonly Gap[]
  /** The answers for the gaps, in order of buckets. The last column is the number of samples. */
  readonly rows: readonly Pick<Rows, 'end' | 'positions' | 'others'>[]
  readonly grid: Grid
  /** Epoch microseconds. */
  readonly settled: number
}

/** The rollups to request after a query read gaps from samples. */
export function requestsFor({ organization, gaps, rows, grid, settled }: Read): RollupRequest[] {
  const found = rows.filter(({ end }) => end > 0)
  const [first, last] = [found[0]?.positions[0] ?? 0, found.at(-1)?.positions.at(-1) ?? 0]
  // Ranges are often longer than the data.
  const begin = grid.startOf(Math.min(first, last))
  const end = Math.min(grid.startOf(Math.max(first, last) + 1), settled)
  const filled = gaps.map(({ from, to, ...series }) => {
    return { ...series, from: Math.max(from, begin), to: Math.min(to, end) }
  })
  let samples = 0
  for (const { others } of found)
    for (const count of others.at(-1) as Float64Array) samples += count
  const perHour = samples / Math.max(hoursOf(filled), 1)
  const settledGaps = filled.filter(({ from, to }) => to - from >= WORTHWHILE_HOURS * HOUR)
  if (found.length === 0 || perHour * 24 < WORTHWHILE_DENSITY) return []
  if (perHour * hoursOf(settledGaps) < WORTHWHILE_SAMPLES) return []
  return settledGaps.map((gap) => requestFor(organization, gap))
}

/**
 * The rollups to request after gaps held too much for one query: the newest days of each, since ranges often begin long
 * before the data. Such a query is answered page by page, and each page alone would only have its own days rolled up.
 */
export function requestsAhead({
  organization,
  gaps,
  settled,
}: Pick<Read, 'organization' | 'gaps' | 'settled'>): RollupRequest[] {
  let left = MAX_AHEAD
  return gaps.flatMap((gap) => {
    const to = Math.min(gap.to, settled)
    if (to - gap.from < WORTHWHILE_HOURS * HOUR) return []
    const request = requestFor(organization, { ...gap, to })
    const series = gap.things.length * gap.metrics.length
    const days = Math.min(request.to - request.from, Math.floor(left / series))
    left -= days * series
    return days > 0 ? [{ ...request, from: request.to - days }] : []
  })
}

function requestFor(organization: number, { things, metrics, from, to }: Gap): RollupRequest {
  return { organization, things, metrics, from: dayOf(from), to: dayOf(to - 1) + 1 }
}

/** Summed over all series. */
function hoursOf(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { things, metrics, from, to }) => {
    return sum + (things.length * metrics.length * Math.max(0, to - from)) / HOUR
  }, 0)
}
