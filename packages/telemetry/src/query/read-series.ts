import type { Series } from '@sluice/contract'
import { isoOf, mapInSlices } from '@sluice/runtime'
import type { SampleStore } from '../store.ts'
import type { Axis } from './axis/axis.ts'
import { behindReadBarrier } from './axis/behind-read-barrier.ts'
import { bucketAxis } from './axis/bucket-axis.ts'
import { rawAxis } from './axis/raw-axis.ts'
import { gridOf } from './calendar/grid.ts'
import { openZone } from './calendar/zone.ts'
import { downsample } from './pages/downsample.ts'
import { readFilledPage } from './pages/filled-page.ts'
import type { Page } from './pages/page.ts'
import { readPage } from './pages/read-page.ts'
import { cursorOf, positionOf } from './plan/page-cursor.ts'
import { type Plan, type Query, readPlan } from './plan/plan.ts'
import type { Column } from './plan/selection.ts'
import type { Subject } from './plan/subject.ts'
import { tooMuch } from './plan/too-much.ts'
import { valueTypesOf } from './plan/value-types.ts'

/** Times take a fraction of a microsecond each, those of a calendar some. */
const TIMES_A_YIELD = 64

/** A page of a subject's series. */
export interface ReadSeries {
  readonly columns: readonly Column[]
  /** By column id. */
  readonly values: Page['values']
  /** What an answer says of its rows and columns, whoever the subject is. */
  readonly axis: Pick<
    Series,
    'from' | 'to' | 'interval' | 'timestamps' | 'valueTypes' | 'nextCursor'
  >
  readonly downsampledFrom: Series['downsampledFrom']
}

/**
 * Raw samples, or one value a bucket. Throws `invalid-request` with everything that is wrong with the query.
 *
 * @param source tells the subject from others, so that a cursor is of use with this one only
 */
export async function readSeries(
  store: SampleStore,
  subject: Subject,
  query: Query,
  now: Date,
  source: object,
): Promise<ReadSeries> {
  const timezone = query.timezone ?? subject.timezone
  const bound = { ...query, ...source, timezone }
  const position = query.cursor === undefined ? undefined : positionOf(bound, query.cursor)
  const plan = readPlan(query, subject, { timezone, now, pageRange: position?.range })
  const { range, columns } = plan
  const paging = { ...query, timezone, start: position?.start }
  const read = await carryOut(store, subject, plan, paging).catch((error) => {
    throw tooMuch(plan, error)
  })
  const timestamps = await mapInSlices(read.times, isoOf, TIMES_A_YIELD)
  return {
    columns,
    values: read.page.values,
    axis: {
      from: isoOf(range.from),
      to: isoOf(range.to),
      interval: plan.kind === 'buckets' ? plan.interval : null,
      timestamps,
      valueTypes: valueTypesOf(plan),
      nextCursor: cursorOf(bound, range, read.page.next),
    },
    downsampledFrom: read.downsampledFrom,
  }
}

interface Read {
  readonly page: Page
  /** Epoch microseconds. */
  readonly times: readonly number[]
  readonly downsampledFrom: Series['downsampledFrom']
}

type Paging = Pick<Query, 'order' | 'limit'> & {
  readonly timezone: string
  readonly start: number | undefined
}

async function carryOut(
  store: SampleStore,
  subject: Subject,
  plan: Plan,
  paging: Paging,
): Promise<Read> {
  const { limit, timezone } = paging
  // What is remembered need not wait.
  const telemetry = behindReadBarrier(store, {
    organization: subject.organization,
    things: subject.members.map(({ number }) => number),
    range: plan.range,
  })
  const columns = plan.columns.map(({ id }) => id)
  if (plan.kind === 'thinned') {
    const { from, ...page } = await downsample(telemetry, subject, plan)
    return { page, times: page.positions, downsampledFrom: from }
  }
  if (plan.kind === 'raw') {
    const axis = rawAxis(telemetry, subject, { ...plan, limit })
    return laidOut(axis, await readPage(axis, { columns, ...paging }))
  }
  const grid = gridOf(plan.width, openZone(timezone))
  const axis = bucketAxis(telemetry, subject, grid, { ...plan, limit })
  const { fill, maxGap } = plan
  const page =
    fill === 'none'
      ? await readPage(axis, { columns, ...paging })
      : await readFilledPage(axis, { columns, ...paging, fill, maxGap })
  return laidOut(axis, page)
}

async function laidOut(axis: Axis, page: Page): Promise<Read> {
  const times = await mapInSlices(page.positions, axis.timeOf, TIMES_A_YIELD)
  return { page, times, downsampledFrom: null }
}
