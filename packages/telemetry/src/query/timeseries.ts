import type { PlaceSeries } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { SampleStore } from '../store.ts'
import type { ThingSeries, Timed } from '../telemetry.ts'
import { metricsByKey } from './plan/merge-metrics.ts'
import type { Column } from './plan/selection.ts'
import type { Subject } from './plan/subject.ts'
import { type Asked, readSeries } from './read-series.ts'

/** A page of raw samples, or of one value per bucket, for the subject's things together. */
export async function readTogether(store: SampleStore, ...asked: Asked): Promise<ThingSeries> {
  const { axis, columns, values, downsampledFrom } = await readSeries(store, ...asked)
  return {
    ...axis,
    values: byName(columns, values[0] ?? []),
    downsampledFrom: downsampledFrom && byName(columns, downsampledFrom),
  }
}

/** The same, grouped as the query says. */
export async function readGrouped(
  store: SampleStore,
  ...asked: Asked
): Promise<Timed<PlaceSeries>> {
  const [subject, query] = asked
  const { axis, values, columns, downsampledFrom } = await readSeries(store, ...asked)
  const [first = []] = values
  const nothing = { values: null, byThing: null, byGroup: null, downsampledFrom: null }
  const answer = { ...axis, things: subject.members.length, ...nothing }
  if (subject.groups) {
    const byGroup = await mapInSlices(subject.groups, ({ name, members }, i) => {
      const own = valuesOf(members, columns, values[i] ?? [])
      return { group: name, things: members.length, values: own }
    })
    return { ...answer, byGroup }
  }
  if (query.groupBy !== 'thing') return { ...answer, values: byName(columns, first) }
  return {
    ...answer,
    byThing: byThing(subject, columns, first),
    downsampledFrom: downsampledFrom && byThing(subject, columns, downsampledFrom),
  }
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
  const lists = [...new Set(members.map(({ metrics }) => metrics))]
  const own = columns.map(({ metric: { key } }) =>
    lists.some((list) => metricsByKey(list).has(key)),
  )
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
