import type { Question } from '../../cache/buckets/bucket-memory.ts'
import type { BucketQuery } from '../buckets/bucket-query.ts'
import type { Grid } from '../calendar/grid.ts'
import { pairsOf } from '../pairs.ts'
import type { Subject } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'

/** What a query asks for. Its key leaves out the range, so that it is known again when that moves on. */
export function questionOf(
  subject: Subject,
  grid: Grid,
  { columns, range, limit }: BucketQuery,
): Question {
  const { organization, things } = filterParams(subject, columns, range)
  const asked = columns.map(({ id, thing, aggregate, metric }) => {
    return [id, thing, aggregate, metric.number, metric.valueType]
  })
  // Of things together, what each of them has, too: that changes with their types.
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
