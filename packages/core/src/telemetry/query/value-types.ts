import type { Aggregate, Series, ValueType } from '@sluice/contract'
import type { Plan } from './plan.ts'
import type { Subject } from './subject.ts'

type Answered = Series['valueTypes'][string]

/** What the columns of an answer hold, by their names. Of things that differ in it, what the subject says of the metric. */
export function valueTypesOf({ metrics }: Subject, { columns }: Plan): Record<string, Answered> {
  const byKey = new Map(metrics.map(({ key, valueType }) => [key, valueType]))
  return Object.fromEntries(
    columns.map(({ name, metric, aggregate }) => [
      name,
      answered(byKey.get(metric.key) ?? metric.valueType, aggregate),
    ]),
  )
}

/** Samples are answered as they are, and so are the first and the last of a bucket; all else is reckoned. */
function answered(valueType: ValueType, aggregate: Aggregate | undefined): Answered {
  const isSample = aggregate === undefined || aggregate === 'first' || aggregate === 'last'
  return isSample && valueType !== 'integer' ? valueType : 'number'
}
