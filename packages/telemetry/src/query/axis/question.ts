import type { Question } from '../../cache/buckets/bucket-memory.ts'
import type { BucketQuery } from '../buckets/bucket-query.ts'
import type { Grid } from '../calendar/grid.ts'
import { pairsOf } from '../pairs.ts'
import type { Subject } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'

/** The query as a cache key without its range, so that a range that moves with the clock still hits. */
export function questionOf(
  subject: Subject,
  grid: Grid,
  { columns, range, limit }: BucketQuery,
): Question {
  const { organization, things } = filterParams(subject, columns, range)
  const asked = columns.map(({ id, thing, aggregate, metric }) => {
    return [id, thing, aggregate, metric.number, metric.valueType]
  })
  // Things taken together also include which of them has which metric: that changes with their types.
  const { params } = pairsOf(subject, columns)
  const key = JSON.stringify([organization, grid.name, things, asked, params])
  const first = grid.numberOf(range.from)
  return {
    ...{ organization, things, key },
    whole: {
      from: grid.startOf(first) < range.from ? first + 1 : first,
      to: grid.numberOf(range.to),
    },
    most: limit + 1,
    numberOf: grid.numberOf,
    startOf: grid.startOf,
  }
}
