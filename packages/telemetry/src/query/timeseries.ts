import type { PlaceSeries } from '@sluice/contract'
import type { SampleStore } from '../store.ts'
import type { ThingSeries } from '../telemetry.ts'
import type { Query } from './plan/plan.ts'
import type { Column } from './plan/selection.ts'
import type { Subject } from './plan/subject.ts'
import { readGroups, readSeries } from './read-series.ts'

/** A page of raw samples, or of one value a bucket, of the metrics of a subject's things taken together. */
export async function readTogether(
  store: SampleStore,
  subject: Subject,
  query: Query,
  now: Date,
  source: object,
): Promise<ThingSeries> {
  const { axis, values, downsampledFrom } = await readSeries(store, subject, query, now, source)
  return { ...axis, values, downsampledFrom }
}

/** The same, grouped as the query says. */
export async function readGrouped(
  store: SampleStore,
  subject: Subject,
  query: Query,
  now: Date,
  source: object,
): Promise<PlaceSeries> {
  if (subject.groups) return readEachGroup(store, subject, query, now, source)
  const read = await readSeries(store, subject, query, now, source)
  const { axis, values, columns, downsampledFrom } = read
  const answer = { ...axis, things: subject.members.length }
  if (query.groupBy !== 'thing') {
    return { ...answer, values, byThing: null, byGroup: null, downsampledFrom: null }
  }
  return {
    ...{ ...answer, values: null, byGroup: null },
    byThing: byThing(subject, columns, (id) => values[id] ?? []),
    downsampledFrom: downsampledFrom && byThing(subject, columns, (id) => downsampledFrom[id] ?? 0),
  }
}

async function readEachGroup(
  store: SampleStore,
  subject: Subject,
  query: Query,
  now: Date,
  source: object,
): Promise<PlaceSeries> {
  const { axis, columns, values } = await readGroups(store, subject, query, now, source)
  const byGroup = (subject.groups ?? []).map(({ name, members }, i) => {
    const own = columns.map((column) => [column.name, values[i]?.[column.id] ?? []] as const)
    return { group: name, things: members.length, values: Object.fromEntries(own) }
  })
  const nothing = { values: null, byThing: null, downsampledFrom: null }
  return { ...axis, things: subject.members.length, ...nothing, byGroup }
}

/** What each column holds, by thing and by the column's name. */
function byThing<Held>({ members }: Subject, all: readonly Column[], heldBy: (id: string) => Held) {
  const byNumber = Map.groupBy(all, ({ thing }) => thing)
  return Object.fromEntries(
    members.map(({ id, number }) => {
      const own = byNumber.get(number) ?? []
      return [id, Object.fromEntries(own.map((column) => [column.name, heldBy(column.id)]))]
    }),
  )
}
