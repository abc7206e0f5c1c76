import type { Aggregate, Series, ValueType } from '@sluice/contract'
import { isSample } from './aggregates.ts'
import type { Plan } from './plan.ts'

type Answered = Series['valueTypes'][string]

/**
 * What the columns of an answer hold, by their names. Of things that define a metric differently it is string, to which all can be
 * brought: a page of some of them must not say otherwise than a page of the others.
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
