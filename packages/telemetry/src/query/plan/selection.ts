import { type Aggregate, aggregates, queryLimits } from '@sluice/contract'
import { getOrMake } from '@sluice/runtime'
import { type Faults, shorten } from '../../decode/faults.ts'
import { type Metric, namesOf } from '../../measured-thing.ts'
import { isSample } from './aggregates.ts'
import { metricsByKey } from './merge-metrics.ts'
import { type Line, type Subject, TOGETHER } from './subject.ts'

export interface Selected {
  /** As the caller named it: `temperature` or `temperature:max`. */
  readonly name: string
  readonly metric: Metric
  /** Undefined unless the caller named one. */
  readonly aggregate: Aggregate | undefined
}

export interface Column extends Selected, Line {
  /** Unique in the answer. */
  readonly id: string
}

/** Parses `metrics` with their aggregates. Absent means all of the subject's. */
export function readSelection(
  list: string | undefined,
  subject: Subject,
  faults: Faults,
): Selected[] {
  const names = readNames(list, subject, faults, queryLimits.metrics)
  return names.flatMap((name) => readColumn(name, subject, faults) ?? [])
}

/** Parses `metrics` where aggregates are not allowed. */
export function readMetrics(
  list: string | undefined,
  subject: Subject,
  faults: Faults,
  most: number = queryLimits.metrics,
): Metric[] {
  const names = readNames(list, subject, faults, most)
  return names.flatMap((name) => findMetric(name, subject, faults) ?? [])
}

/** The columns of a selection: one for each metric, or one for each thing that has it. */
export function columnsOf<Wanted extends Selected>(
  selected: readonly Wanted[],
  subject: Subject,
  byThing: boolean,
): (Wanted & Column)[] {
  if (!byThing) {
    // Things of a type share their list of metrics.
    const lists = new Set(subject.members.map(({ metrics }) => metrics))
    const texts = selected.some(({ aggregate }) => isSample(aggregate)) ? textsOf(lists) : none
    return selected.map((wanted) => {
      return { ...wanted, metric: asHeld(wanted, texts), thing: TOGETHER, id: wanted.name }
    })
  }
  const byList = new Map<readonly Metric[], Wanted[]>()
  const columns: (Wanted & Column)[] = []
  for (const { number: thing, metrics } of subject.members) {
    for (const wanted of getOrMake(byList, metrics, () => ownOf(metrics, selected))) {
      columns.push({ ...wanted, thing, id: `${thing} ${wanted.name}` })
    }
  }
  return columns
}

/** How many columns {@link columnsOf} makes: it takes seconds to make a million, so they are counted first. */
export function countColumns(
  selected: readonly Selected[],
  { members }: Subject,
  byThing: boolean,
): number {
  if (!byThing) return selected.length
  // Things of a type share their list of metrics.
  return [...Map.groupBy(members, ({ metrics }) => metrics)].reduce((sum, [metrics, things]) => {
    const own = metricsByKey(metrics)
    return sum + things.length * selected.filter(({ metric }) => own.has(metric.key)).length
  }, 0)
}

/**
 * A thing's own definitions of the wanted keys, in the order of the shorter list: a place may have tens of thousands of
 * keys, of a thousand types.
 */
export function ownMetrics(metrics: readonly Metric[], wanted: readonly Metric[]): Metric[] {
  if (metrics.length < wanted.length) {
    const keys = metricsByKey(wanted)
    return metrics.filter(({ key }) => keys.has(key))
  }
  const own = metricsByKey(metrics)
  return wanted.flatMap(({ key }) => own.get(key) ?? [])
}

/** The selected metrics of a list, as that list defines them. */
function ownOf<Wanted extends Selected>(metrics: readonly Metric[], selected: readonly Wanted[]) {
  const own = metricsByKey(metrics)
  return selected.flatMap((wanted): Wanted[] => {
    const metric = own.get(wanted.metric.key)
    return metric ? [{ ...wanted, metric }] : []
  })
}

const none: ReadonlySet<string> = new Set()

/** The keys of the metrics that some lists define as strings. */
function textsOf(lists: Iterable<readonly Metric[]>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const list of lists) {
    for (const { key, valueType } of list) if (valueType === 'string') keys.add(key)
  }
  return keys
}

/**
 * The type of a column of all things together. If some of them define the metric as a string, all samples are answered
 * as text; computed values use the numbers among them.
 */
function asHeld({ metric, aggregate }: Selected, texts: ReadonlySet<string>): Metric {
  const isText = isSample(aggregate) && texts.has(metric.key)
  return isText ? { ...metric, valueType: 'string' } : metric
}

function readNames(
  list: string | undefined,
  subject: Subject,
  faults: Faults,
  most: number,
): string[] {
  const names = list?.split(',') ?? subject.metrics.map(({ key }) => key)
  const distinct = [...new Set(names)]
  if (distinct.length <= most) return distinct
  faults.add(`must name at most ${most} metrics, not ${distinct.length}`, 'query', 'metrics')
  return []
}

function readColumn(name: string, subject: Subject, faults: Faults): Selected | undefined {
  const [key = '', ...suffix] = name.split(':')
  const metric = findMetric(key, subject, faults)
  if (metric === undefined || suffix.length === 0) {
    return metric && { name, metric, aggregate: undefined }
  }
  const aggregate = aggregates.find((candidate) => candidate === suffix.join(':'))
  if (aggregate !== undefined) return { name, metric, aggregate }
  const detail = `${shorten(name)} must end in one of ${aggregates.join(', ')}`
  faults.add(detail, 'query', 'metrics')
  return undefined
}

/** The metric with a key. Adds a fault of a parameter if there is none. */
export function findMetric(
  key: string,
  subject: Subject,
  faults: Faults,
  parameter = 'metrics',
): Metric | undefined {
  const metric = metricsByKey(subject.metrics).get(key)
  if (metric === undefined) {
    const detail = () =>
      `${JSON.stringify(shorten(key))} is not a metric of ${subject.name}; ${metricsThere(subject)}`
    faults.add(detail, 'query', parameter)
  }
  return metric
}

/** A selection may be of no thing, and then has no metrics. */
function metricsThere(subject: Subject): string {
  if (subject.members.length === 0) return 'there is no thing that this caller may read'
  return `known metrics: ${namesOf(subject)}`
}
