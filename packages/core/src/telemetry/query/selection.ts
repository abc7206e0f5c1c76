import { type Aggregate, aggregates, queryLimits } from '@sluice/contract'
import { type Faults, shorten } from '../intake/faults.ts'
import { type MeasuredThing, type Metric, namesOf } from '../measured-thing.ts'

/** One column of an answer. */
export interface Selected {
  /** As the caller named it: `temperature` or `temperature:max`. */
  readonly name: string
  readonly metric: Metric
  /** Only where the caller named one. */
  readonly aggregate: Aggregate | undefined
}

/** Reads `metrics` with their aggregates: all of the thing's when absent. */
export function readSelection(
  list: string | undefined,
  thing: MeasuredThing,
  faults: Faults,
): Selected[] {
  const names = readNames(list, thing, faults, queryLimits.metrics)
  return names.flatMap((name) => readColumn(name, thing, faults) ?? [])
}

/** Reads `metrics` where aggregates have no place. */
export function readMetrics(
  list: string | undefined,
  thing: MeasuredThing,
  faults: Faults,
  most: number = queryLimits.metrics,
): Metric[] {
  const names = readNames(list, thing, faults, most)
  return names.flatMap((name) => findMetric(name, thing, faults) ?? [])
}

function readNames(
  list: string | undefined,
  thing: MeasuredThing,
  faults: Faults,
  most: number,
): string[] {
  const names = list?.split(',') ?? thing.metrics.map(({ key }) => key)
  const distinct = [...new Set(names)]
  if (distinct.length <= most) return distinct
  faults.add(`must name at most ${most} metrics, not ${distinct.length}`, 'query', 'metrics')
  return []
}

function readColumn(name: string, thing: MeasuredThing, faults: Faults): Selected | undefined {
  const [key = '', ...suffix] = name.split(':')
  const metric = findMetric(key, thing, faults)
  if (metric === undefined || suffix.length === 0) {
    return metric && { name, metric, aggregate: undefined }
  }
  const aggregate = aggregates.find((candidate) => candidate === suffix.join(':'))
  if (aggregate !== undefined) return { name, metric, aggregate }
  const detail = `${shorten(name)} must end in one of ${aggregates.join(', ')}`
  faults.add(detail, 'query', 'metrics')
  return undefined
}

function findMetric(key: string, thing: MeasuredThing, faults: Faults): Metric | undefined {
  const metric = thing.metrics.find((candidate) => candidate.key === key)
  if (metric === undefined) {
    const name = JSON.stringify(shorten(key))
    faults.add(`${name} is no metric of this thing; it has ${namesOf(thing)}`, 'query', 'metrics')
  }
  return metric
}
