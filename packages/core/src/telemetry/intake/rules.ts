import { ingestLimits, type ValueType } from '@sluice/contract'
import { type MeasuredThing, type Metric, namesOf } from '../measured-thing.ts'
import { shorten } from './faults.ts'
import { EARLIEST_MICROS, TIMESTAMP_FORM } from './timestamp.ts'
import { plainNumbers, type ValueCheck, valueCheck } from './value-check.ts'

/** What one metric of a call must satisfy. */
export interface MetricRule {
  readonly key: string
  readonly number: number
  readonly valueType: ValueType
  readonly check: ValueCheck
  /** A number from `least` to `most` needs no check; where a metric takes no plain numbers, there is none. */
  readonly least: number
  readonly most: number
  /** Older samples are refused, in epoch microseconds; `age` says so. */
  readonly earliest: number
  readonly age: string
}

/** What a call of one thing must satisfy, compiled once so that a sample costs a lookup and a check. */
export interface Rules {
  readonly metrics: ReadonlyMap<string, MetricRule>
  readonly required: readonly MetricRule[]
  readonly ignoreUnknown: boolean
  /** Latest time that is not too far ahead, in epoch microseconds. */
  readonly latest: number
  unknownDetail(key: string): string
}

const MICROS_PER_DAY = 86_400e6

/** Compiles the rules of a thing at a time. */
export function compileRules(thing: MeasuredThing, now: Date): Rules {
  const micros = now.getTime() * 1000
  const rules = thing.metrics.map((metric) => ruleOf(metric, micros))
  return {
    metrics: new Map(rules.map((rule) => [rule.key, rule])),
    required: rules.filter((_, i) => thing.metrics[i]?.required),
    ignoreUnknown: thing.unknownMetrics === 'ignore',
    latest: micros + ingestLimits.futureSeconds * 1e6,
    unknownDetail: (key) =>
      `thing type ${thing.thingTypeId} has no metric ${shorten(key)}; it has ${namesOf(thing)}`,
  }
}

function ruleOf(metric: Metric, now: number): MetricRule {
  const { key, number, valueType, retentionDays } = metric
  const earliest = retentionDays === null ? EARLIEST_MICROS : now - retentionDays * MICROS_PER_DAY
  const age = `is older than the ${retentionDays} days that ${key} is kept`
  return {
    key,
    number,
    valueType,
    check: valueCheck(metric),
    ...plainNumbers(metric),
    earliest,
    age,
  }
}

/** What is wrong with a time read from a body, or undefined. */
export function timeFault(micros: number, rules: Rules): string | undefined {
  if (Number.isNaN(micros)) return TIMESTAMP_FORM
  if (micros < EARLIEST_MICROS) return 'must not be before 1900'
  if (micros <= rules.latest) return undefined
  return `is more than ${ingestLimits.futureSeconds} seconds ahead of the server's clock`
}
