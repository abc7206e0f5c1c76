import type { MeasuredThing, Metric } from '../../measured-thing.ts'
import type { BarrierScope } from '../../write/wal/barrier-scope.ts'

export interface Member {
  readonly id: string
  /** In the store. */
  readonly number: number
  readonly metrics: readonly Metric[]
}

/** Things that are taken together. */
export interface Group {
  /** Null for things without a group. */
  readonly name: string | null
  readonly members: readonly Member[]
}

/** What a query is about: things of one organization that the caller may see. */
export interface Subject {
  /** In the store. */
  readonly organization: number
  readonly members: readonly Member[]
  /** The metrics of all its things, each key once. */
  readonly metrics: readonly Metric[]
  /** The time zone of buckets if the query names none. */
  readonly timezone: string
  /** The groups of a grouped query; a thing may be in several. */
  readonly groups?: readonly Group[]
  /** Its name in messages. */
  readonly name: string
}

export function subjectOf(id: string, { numbers, metrics, timezone }: MeasuredThing): Subject {
  const member = { id, number: numbers.thing, metrics }
  return {
    ...{ organization: numbers.organization, members: [member], metrics, timezone },
    name: 'this thing',
  }
}

/** The scope of everything that a subject's answers depend on. */
export function scopeOf({
  organization,
  members,
}: Subject): Required<Pick<BarrierScope, 'organization' | 'things'>> {
  return { organization, things: members.map(({ number }) => number) }
}

/** In place of a thing's number: all things of a subject together. */
export const TOGETHER = 0

/** A line of a query: a metric of one thing, or of all things {@link TOGETHER}. */
export interface Line {
  readonly thing: number
  readonly metric: Metric
}
