import type { Series } from '@sluice/contract'
import { IsoTimes, isoOf } from '@sluice/runtime'
import { ANSWER_BYTES } from '../answer-bytes.ts'
import type { SampleStore } from '../store.ts'
import type { Axis } from './axis/axis.ts'
import { behindReadBarrier } from './axis/behind-read-barrier.ts'
import { bucketAxis } from './axis/bucket-axis.ts'
import { rawAxis } from './axis/raw-axis.ts'
import { gridOf } from './calendar/grid.ts'
import { openZone } from './calendar/zone.ts'
import { inLargeTurn, isLargeRead } from './large-reads.ts'
import { downsample } from './pages/downsample.ts'
import { readFilledPage } from './pages/filled-page.ts'
import { onOneAxis } from './pages/one-axis.ts'
import type { Page, Paging } from './pages/page.ts'
import { readPage } from './pages/read-page.ts'
import { overCells, shorten } from './pages/shorten.ts'
import { timesOf } from './pages/times.ts'
import { cursorOf, positionOf } from './plan/page-cursor.ts'
import { type Plan, type Query, readPlan } from './plan/plan.ts'
import type { Column } from './plan/selection.ts'
import { type Subject, scopeOf } from './plan/subject.ts'
import { tooMuch } from './plan/too-much.ts'
import { valueTypesOf } from './plan/value-types.ts'

/** A page of series on a common axis. */
export interface ReadSeries {
  readonly columns: readonly Column[]
  /** By group, if the subject has groups, then in the order of the columns. */
  readonly values: readonly Page['values'][]
  /** What an answer says about its rows and columns, for any subject. */
  readonly axis: Pick<
    Series,
    'from' | 'to' | 'interval' | 'timezone' | 'valueTypes' | 'nextCursor'
  > & {
    readonly timestamps: IsoTimes
  }
  /** In the order of the columns. */
  readonly downsampledFrom: readonly number[] | null
}

/** A query. The source identifies the subject, so that a cursor is valid only for it. */
export type Asked = [subject: Subject, query: Query, now: Date, source: object]

/**
 * Reads raw samples, or one value per bucket. Throws `invalid-request` with all faults of the query.
 *
 * The things of each group are taken together. Groups are read one after another, no further than all before, and share
 * the bytes of the page.
 */
export async function readSeries(
  store: SampleStore,
  ...[subject, query, now, source]: Asked
): Promise<ReadSeries> {
  const timezone = query.timezone ?? subject.timezone
  const bound = { ...query, ...source, timezone }
  const position = query.cursor === undefined ? undefined : positionOf(bound, query.cursor)
  const plan = readPlan(query, subject, { timezone, now, pageRange: position?.range })
  if (store.catchUp) await store.catchUp(scopeOf(subject))
  const { order, limit } = query
  const paging = { order, limit, start: position?.start, timezone }
  const read = () => readGroups(store, subject, plan, paging)
  const reads = isLargeRead(plan, limit, subject.groups?.length ?? 1)
    ? await inLargeTurn(store.largeReads, subject.organization, read)
    : await read()
  const { times, next, values } = await onOneAxis(reads, { order, limit })
  const isBuckets = plan.kind === 'buckets'
  return {
    columns: plan.columns,
    values,
    axis: {
      from: isoOf(plan.range.from),
      to: isoOf(plan.range.to),
      interval: isBuckets ? plan.interval : null,
      timezone: isBuckets ? timezone : null,
      timestamps: new IsoTimes(times),
      valueTypes: valueTypesOf(plan),
      nextCursor: cursorOf(bound, plan.range, next),
    },
    downsampledFrom: reads[0]?.downsampledFrom ?? null,
  }
}

type GroupPaging = Omit<Paging, 'room' | 'end'> & { readonly timezone: string }

async function readGroups(
  store: SampleStore,
  subject: Subject,
  plan: Plan,
  paging: GroupPaging,
): Promise<readonly Read[]> {
  const groups = subject.groups ?? [subject]
  const reads: Read[] = []
  let left = ANSWER_BYTES
  let end: number | undefined
  for (const [i, { members }] of groups.entries()) {
    const room = left / (groups.length - i)
    const of = { ...subject, members }
    const found = await carryOut(store, of, plan, { ...paging, room, end }).catch((error) => {
      throw tooMuch(plan, of, error)
    })
    left -= found.bytes
    end = found.page.next ?? end
    reads.push(found)
  }
  return reads
}

interface Read {
  readonly page: Page
  readonly bytes: number
  /** Epoch microseconds. */
  readonly times: ArrayLike<number>
  readonly downsampledFrom: ReadSeries['downsampledFrom']
}

async function carryOut(
  store: SampleStore,
  subject: Subject,
  plan: Plan,
  { timezone, ...paging }: Required<Pick<Paging, 'room'>> & Paging & { readonly timezone: string },
): Promise<Read> {
  const { limit, room } = paging
  // Values in memory need not wait for the barrier.
  const telemetry = behindReadBarrier(store, { ...scopeOf(subject), range: plan.range })
  const columns = plan.columns.map(({ id }) => id)
  if (plan.kind === 'thinned') {
    const { from, ...page } = await downsample(telemetry, subject, plan)
    // Only numbers.
    return { page, bytes: 0, times: page.positions, downsampledFrom: from }
  }
  if (plan.kind === 'raw') {
    const axis = rawAxis(telemetry, subject, { ...plan, limit })
    return laidOut(axis, await readPage(axis, { columns, ...paging }), room)
  }
  const grid = gridOf(plan.width, openZone(timezone))
  const axis = bucketAxis(telemetry, subject, grid, { ...plan, limit })
  const { fill, maxGap } = plan
  const page =
    fill === 'none'
      ? await readPage(axis, { columns, ...paging })
      : await readFilledPage(axis, { columns, ...paging, fill, maxGap })
  return laidOut(axis, page, room)
}

/** What of a page has room. One that was read in fewer bytes is not counted again. */
function fitted(page: Page, room: number) {
  const { bytes, positions, values } = page
  if (bytes !== undefined && bytes <= room) return { page, bytes }
  return overCells(positions.length * values.length, shorten(page, room))
}

async function laidOut(axis: Axis, whole: Page, room: number): Promise<Read> {
  const { page, bytes } = await fitted(whole, room)
  const times = page.times ?? (await timesOf(axis, page.positions))
  return { page, bytes, times, downsampledFrom: null }
}
