import type { Input, Output, Series } from '@sluice/contract'
import type { Context } from '../context.ts'
import { isoOf } from './intake/timestamp.ts'
import { type MeasuredThing, measuredThing } from './measured-thing.ts'
import type { Axis } from './query/axis.ts'
import { bucketAxis } from './query/bucket-axis.ts'
import { downsample } from './query/downsample.ts'
import { readFilledPage } from './query/filled-page.ts'
import { gridOf } from './query/grid.ts'
import type { Page } from './query/page.ts'
import { cursorOf, placeOf } from './query/place.ts'
import { type Plan, type Query, readPlan } from './query/plan.ts'
import { rawAxis } from './query/raw-axis.ts'
import { readPage } from './query/read-page.ts'
import { openZone } from './query/zone.ts'

/** A page of raw samples, or of one value a bucket, of a thing's metrics. */
export async function timeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.timeseries'>,
): Promise<Output<'telemetry.timeseries'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const timezone = query.timezone ?? thing.timezone
  const bound = { ...query, timezone, thing: thing.numbers.thing }
  const place = query.cursor === undefined ? undefined : placeOf(bound, query.cursor)
  const plan = readPlan(query, thing, { timezone, now: ctx.now, pageRange: place?.range })
  const read = await readSeries(ctx, thing, plan, { ...query, timezone, start: place?.start })
  const { from, to } = plan.range
  return {
    thingId: params.thingId,
    from: isoOf(from),
    to: isoOf(to),
    interval: plan.kind === 'buckets' ? plan.interval : null,
    timestamps: read.times.map(isoOf),
    values: read.page.values,
    downsampledFrom: read.downsampledFrom,
    nextCursor: cursorOf(bound, plan.range, read.page.next),
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

async function readSeries(
  { telemetry }: Context,
  thing: MeasuredThing,
  plan: Plan,
  paging: Paging,
): Promise<Read> {
  const { limit, timezone } = paging
  const names = plan.columns.map(({ name }) => name)
  if (plan.kind === 'thinned') {
    const { from, ...page } = await downsample(telemetry, thing, plan)
    return { page, times: page.positions, downsampledFrom: from }
  }
  if (plan.kind === 'raw') {
    const axis = rawAxis(telemetry, thing, { ...plan, limit })
    return laidOut(axis, await readPage(axis, { columns: names, ...paging }))
  }
  const grid = gridOf(plan.width, openZone(timezone))
  const axis = bucketAxis(telemetry, thing, grid, { ...plan, limit })
  const { fill, maxGap } = plan
  const page =
    fill === 'none'
      ? await readPage(axis, { columns: names, ...paging })
      : await readFilledPage(axis, { columns: names, ...paging, fill, maxGap })
  return laidOut(axis, page)
}

function laidOut(axis: Axis, page: Page): Read {
  const times = page.positions.map((position) => axis.timeOf(position))
  return { page, times, downsampledFrom: null }
}
