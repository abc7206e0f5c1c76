import type { Aggregate, Series, ValueType } from '@sluice/contract'
import { isSample } from './aggregates.ts'
import type { Plan } from './plan.ts'

type Answered = Series['valueTypes'][string]

/**
 * The value types of an answer's columns, by name. If things define a metric differently, it is string, to which all
 * can be converted: the pages of an answer must agree.
 */
export function valueTypesOf({ columns }: Pick<Plan, 'columns'>): Record<string, Answered> {
  const types = new Map<string, Answered>()
  for (const { name, metric, aggregate } of columns) {
    const type = answered(metric.valueType, aggregate)
    types.set(name, (types.get(name) ?? type) === type ? type : 'string')
  }
  return Object.fromEntries(types)
}

function answered(valueType: ValueType, aggregate: Aggregate | undefined): Answered {
  return isSample(aggregate) && valueType !== 'integer' ? valueType : 'number'
}
