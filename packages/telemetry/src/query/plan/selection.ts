import { type Aggregate, aggregates, queryLimits } from '@sluice/contract'
import { getOrMake } from '@sluice/runtime'
import { type Faults, shorten } from '../../decode/faults.ts'
import { type Metric, namesOf } from '../../measured-thing.ts'
import { isSample } from './aggregates.ts'
import { type Line, type Subject, TOGETHER } from './subject.ts'

/** A metric that is requested. */
export interface Selected {
  /** As the caller named it: `temperature` or `temperature:max`. */
  readonly name: string
  readonly metric: Metric
  /** Only where the caller named one. */
  readonly aggregate: Aggregate | undefined
}

/** One column of an answer. */
export interface Column extends Selected, Line {
  /** Unique in the answer. */
  readonly id: string
}

/** Reads `metrics` with their aggregates: all of the subject's when absent. */
export function readSelection(
  list: string | undefined,
  subject: Subject,
  faults: Faults,
): Selected[] {
  const names = readNames(list, subject, faults, queryLimits.metrics)
  return names.flatMap((name) => readColumn(name, subject, faults) ?? [])
}

/** Reads `metrics` where aggregates have no place. */
export function readMetrics(
  list: string | undefined,
  subject: Subject,
  faults: Faults,
  most: number = queryLimits.metrics,
): Metric[] {
  const names = readNames(list, subject, faults, most)
  return names.flatMap((name) => findMetric(name, subject, faults) ?? [])
}

/** The columns of what was selected: one each, or one for each thing that measures it. */
export function columnsOf<Wanted extends Selected>(
  selected: readonly Wanted[],
  subject: Subject,
  byThing: boolean,
): (Wanted & Column)[] {
  if (!byThing) {
    // Things of a type share their list.
    const lists = new Set(subject.members.map(({ metrics }) => metrics))
    return selected.map((wanted) => {
      return { ...wanted, metric: asHeld(wanted, lists), thing: TOGETHER, id: wanted.name }
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

/** What a thing means by the wanted keys, in their order. */
export function ownMetrics(metrics: readonly Metric[], wanted: readonly Metric[]): Metric[] {
  const own = new Map(metrics.map((metric) => [metric.key, metric]))
  return wanted.flatMap(({ key }) => own.get(key) ?? [])
}

/** What is selected of a list of metrics, as that defines it. */
function ownOf<Wanted extends Selected>(metrics: readonly Metric[], selected: readonly Wanted[]) {
  const own = new Map(metrics.map((metric) => [metric.key, metric]))
  return selected.flatMap((wanted): Wanted[] => {
    const metric = own.get(wanted.metric.key)
    return metric ? [{ ...wanted, metric }] : []
  })
}

/**
 * What a column of all things together holds. Where some of them define the metric as a string, their samples can only be text, so
 * all are; what is computed goes by the numbers among them.
 */
function asHeld({ metric, aggregate }: Selected, lists: ReadonlySet<readonly Metric[]>): Metric {
  if (!isSample(aggregate)) return metric
  const same = [...lists].flatMap((list) => list.filter(({ key }) => key === metric.key))
  const isText = same.some(({ valueType }) => valueType === 'string')
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

function findMetric(key: string, subject: Subject, faults: Faults): Metric | undefined {
  const metric = subject.metrics.find((candidate) => candidate.key === key)
  if (metric === undefined) {
    const detail = `${JSON.stringify(shorten(key))} is not a metric of ${subject.name}; ${metricsThere(subject)}`
    faults.add(detail, 'query', 'metrics')
  }
  return metric
}

/** A selection may be of no thing, and then has no metrics. */
function metricsThere(subject: Subject): string {
  if (subject.members.length === 0) return 'there is no thing that this caller may read'
  return `known metrics: ${namesOf(subject)}`
}
