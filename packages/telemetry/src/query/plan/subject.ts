import type { MeasuredThing, Metric } from '../../measured-thing.ts'
import type { BarrierScope } from '../../write/wal/barrier-scope.ts'

/** A thing of a subject. */
export interface Member {
  readonly id: string
  /** In the store. */
  readonly number: number
  readonly metrics: readonly Metric[]
}

/** Things that are taken together. */
export interface Group {
  /** Null: those that belong to none. */
  readonly name: string | null
  readonly members: readonly Member[]
}

/** What a query is about: things of one organization, as a caller may see them. */
export interface Subject {
  /** In the store. */
  readonly organization: number
  readonly members: readonly Member[]
  /** What they measure among them, each key once. */
  readonly metrics: readonly Metric[]
  /** Zone of the buckets where the query names none. */
  readonly timezone: string
  /** What a query that groups its things answers; a thing may be in several. */
  readonly groups?: readonly Group[]
  /** How messages name it. */
  readonly name: string
}

/** A single thing. */
export function subjectOf(id: string, { numbers, metrics, timezone }: MeasuredThing): Subject {
  const member = { id, number: numbers.thing, metrics }
  return {
    ...{ organization: numbers.organization, members: [member], metrics, timezone },
    name: 'this thing',
  }
}

/** All that a subject's answers depend on. */
export function scopeOf({
  organization,
  members,
}: Subject): Required<Pick<BarrierScope, 'organization' | 'things'>> {
  return { organization, things: members.map(({ number }) => number) }
}

/** Stands for all things of a subject taken together, where otherwise a thing's number stands. */
export const TOGETHER = 0

/** What a query is about: a metric of one thing, or of all things {@link TOGETHER}. */
export interface Line {
  readonly thing: number
  readonly metric: Metric
}
