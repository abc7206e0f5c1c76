import type { PlaceSeries } from '@sluice/contract'
import type { SampleStore } from '../store.ts'
import type { ThingSeries, Timed } from '../telemetry.ts'
import type { Column } from './plan/selection.ts'
import type { Subject } from './plan/subject.ts'
import { type Asked, readGroups, readSeries } from './read-series.ts'

/** A page of raw samples, or of one value per bucket, for the subject's things together. */
export async function readTogether(store: SampleStore, ...asked: Asked): Promise<ThingSeries> {
  const { axis, columns, values, downsampledFrom } = await readSeries(store, ...asked)
  return {
    ...axis,
    values: byName(columns, values),
    downsampledFrom: downsampledFrom && byName(columns, downsampledFrom),
  }
}

/** The same, grouped as the query says. */
export async function readGrouped(
  store: SampleStore,
  ...asked: Asked
): Promise<Timed<PlaceSeries>> {
  const [subject, query] = asked
  if (subject.groups) return readEachGroup(store, ...asked)
  const { axis, values, columns, downsampledFrom } = await readSeries(store, ...asked)
  const answer = { ...axis, things: subject.members.length }
  if (query.groupBy !== 'thing') {
    const together = byName(columns, values)
    return { ...answer, values: together, byThing: null, byGroup: null, downsampledFrom: null }
  }
  return {
    ...{ ...answer, values: null, byGroup: null },
    byThing: byThing(subject, columns, values),
    downsampledFrom: downsampledFrom && byThing(subject, columns, downsampledFrom),
  }
}

async function readEachGroup(store: SampleStore, ...asked: Asked): Promise<Timed<PlaceSeries>> {
  const [subject] = asked
  const { axis, columns, values } = await readGroups(store, ...asked)
  const byGroup = (subject.groups ?? []).map(({ name, members }, i) => {
    const own = valuesOf(members, columns, values[i] ?? [])
    return { group: name, things: members.length, values: own }
  })
  const nothing = { values: null, byThing: null, downsampledFrom: null }
  return { ...axis, things: subject.members.length, ...nothing, byGroup }
}

/** Maps column names to values. A metric may be called `__proto__`, which `fromEntries` treats like any other name. */
function byName<Held>(columns: readonly Column[], held: readonly Held[]): Record<string, Held> {
  return Object.fromEntries(columns.map(({ name }, i) => [name, held[i] as Held]))
}

/** The same for columns whose metrics some of these things have. */
function valuesOf<Held>(
  members: Subject['members'],
  columns: readonly Column[],
  held: readonly Held[],
) {
  // Things of a type share their list of metrics.
  const lists = new Set(members.map(({ metrics }) => metrics))
  const keys = new Set([...lists].flatMap((list) => list.map(({ key }) => key)))
  const own = columns.map(({ metric }) => keys.has(metric.key))
  return byName(
    columns.filter((_, i) => own[i]),
    held.filter((_, i) => own[i]),
  )
}

/** The same by thing. The columns of a thing are consecutive, in the order of things. */
function byThing<Held>({ members }: Subject, columns: readonly Column[], held: readonly Held[]) {
  let end = 0
  const entries = members.map(({ id, number }) => {
    const from = end
    while (columns[end]?.thing === number) end += 1
    return [id, byName(columns.slice(from, end), held.slice(from, end))] as const
  })
  return Object.fromEntries(entries)
}
