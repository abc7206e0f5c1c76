import { ingestLimits, type ValueType } from '@sluice/contract'
import { EARLIEST_MICROS, TIMESTAMP_FORM } from '@sluice/runtime'
import { type MeasuredType, type Metric, namesOf } from '../measured-thing.ts'
import { shorten } from './faults.ts'
import { plainNumbers, type ValueCheck, valueCheck } from './value-check.ts'

export interface MetricRule {
  readonly key: string
  readonly number: number
  readonly valueType: ValueType
  readonly check: ValueCheck
  /** Numbers from `least` to `most` need no further check; for metrics that always need one, the range is empty. */
  readonly least: number
  readonly most: number
  /** Samples older than this many microseconds are rejected, with `age` as the fault. */
  readonly kept: number
  readonly age: string
}

/** A thing type's metrics as rules, for all of its things and any time. */
interface MetricRules {
  readonly metrics: ReadonlyMap<string, MetricRule>
  readonly required: readonly MetricRule[]
}

/** What the samples of a call to one thing must satisfy. Checking one costs a lookup and a comparison. */
export interface Rules extends MetricRules {
  readonly ignoreUnknown: boolean
  /** Epoch microseconds. */
  readonly now: number
  /** The latest time allowed, in epoch microseconds. */
  readonly latest: number
  readonly type: MeasuredType
}

const MICROS_PER_DAY = 86_400e6

/** By the list of metrics, which all things of a type share while the type is cached. */
const compiled = new WeakMap<readonly Metric[], MetricRules>()

/** The rules of a thing at a time. Those of its metrics are compiled once per thing type. */
export function compileRules(thing: MeasuredType, at: Date): Rules {
  const { metrics, required } = metricRules(thing.metrics)
  return {
    metrics,
    required,
    ignoreUnknown: thing.unknownMetrics === 'ignore',
    now: at.getTime() * 1000,
    latest: latestAt(at),
    type: thing,
  }
}

/** The fault of an unknown metric key. */
export function unknownDetail({ type }: Rules, key: string): string {
  return `thing type ${type.thingTypeId} has no metric ${shorten(key)}; it has ${namesOf(type)}`
}

/** The latest time of a sample, in epoch microseconds. */
export function latestAt(now: Date): number {
  return now.getTime() * 1000 + ingestLimits.futureSeconds * 1e6
}

function metricRules(list: readonly Metric[]): MetricRules {
  const known = compiled.get(list)
  if (known) return known
  const rules = list.map(ruleOf)
  const made = {
    metrics: new Map(rules.map((rule) => [rule.key, rule])),
    required: rules.filter((_, i) => list[i]?.required),
  }
  compiled.set(list, made)
  return made
}

function ruleOf(metric: Metric): MetricRule {
  const { key, number, valueType, retentionDays } = metric
  const kept = retentionDays === null ? Number.POSITIVE_INFINITY : retentionDays * MICROS_PER_DAY
  const age = `is older than the ${retentionDays} days that ${key} is kept`
  return { key, number, valueType, check: valueCheck(metric), ...plainNumbers(metric), kept, age }
}

/** The year 5138 in microseconds: a larger number was meant as micro- or nanoseconds. */
const FINER_THAN_MILLIS = 1e17

/** What is wrong with a time, or undefined. */
export function timeFault(micros: number, rules: Pick<Rules, 'latest'>): string | undefined {
  if (Number.isNaN(micros)) return TIMESTAMP_FORM
  if (micros < EARLIEST_MICROS) return 'must not be before 1900'
  if (micros <= rules.latest) return undefined
  const ahead = `is more than ${ingestLimits.futureSeconds} seconds ahead of the server's clock`
  return micros < FINER_THAN_MILLIS ? ahead : `${ahead}; send epoch milliseconds, nothing finer`
}
