import type { Dice } from '../dice.ts'
import type { Value } from '../model/act.ts'
import { type Choose, type Range, sampleAt } from '../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../model/thing.ts'
import type { Cells } from './cells.ts'
import { rawCells } from './evaluate.ts'

interface Condition {
  readonly key: MetricKey
  readonly operator: keyof typeof compared
  readonly value: Value
}

const compared = {
  '=': (one: Value, other: Value) => one === other,
  '!=': (one: Value, other: Value) => one !== other,
  '<': (one: Value, other: Value) => one < other,
  '<=': (one: Value, other: Value) => one <= other,
  '>': (one: Value, other: Value) => one > other,
  '>=': (one: Value, other: Value) => one >= other,
}
const numberOperators = Object.keys(compared) as (keyof typeof compared)[]

/** Conditions with values that a thing has, mostly of one time so that they hold together; none where it has no samples. */
export function conditionsOf(thing: Thing, dice: Dice): Condition[] {
  const { times: around } = thing.series[dice.of(thing.metrics)]
  if (around.length === 0) return []
  const time = dice.of(around)
  return Array.from({ length: dice.of([1, 1, 2, 2, 3, 5]) }, () => {
    const key = dice.of(thing.metrics)
    const { times, registers } = thing.series[key]
    const known = registers.get(time)?.value
    const value = known ?? (times.length > 0 ? registers.get(dice.of(times))?.value : undefined)
    const operators = typeof value === 'number' ? numberOperators : (['=', '!='] as const)
    return { key, operator: dice.of(operators), value }
  }).flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]))
}

/** As `where` has them. */
export function textOf(conditions: readonly Condition[]): string {
  return conditions
    .map(({ key, operator, value }) => `${key}${operator}${JSON.stringify(value)}`)
    .join()
}

/** Raw samples of a thing at the times at which its own samples satisfy all conditions. `prefix` tells things apart. */
export function satisfyingCells(
  thing: Thing,
  keys: readonly MetricKey[],
  range: Range,
  { conditions, choose, prefix = '' }: Satisfying,
): Cells {
  const tests = conditions.map(({ key, operator, value }) => {
    const samples = thing.metrics.includes(key) ? thing.series[key].samples(range, choose) : []
    return (t: number) => {
      const own = sampleAt(samples, t)
      return own !== undefined && compared[operator](typed(key, own), value)
    }
  })
  const holds = (t: number) => tests.every((test) => test(t))
  return rawCells(thing, keys, range, choose, { prefix, holds })
}

interface Satisfying {
  readonly conditions: readonly Condition[]
  readonly choose: Choose
  readonly prefix?: string
}

function typed(key: MetricKey, value: Value): Value {
  return valueTypes[key] === 'boolean' ? Boolean(value) : value
}
