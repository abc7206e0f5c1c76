import { queryLimits, type SampleValue } from '@sluice/contract'
import { type Faults, shorten } from '../../decode/faults.ts'
import type { Metric } from '../../measured-thing.ts'
import { type Line, type Subject, TOGETHER } from './subject.ts'

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A condition on the samples of a metric. It holds only for values of the metric's type, so never for a missing one. */
export interface Condition {
  readonly metric: Metric
  readonly operator: Operator
  /** Of the metric's type. */
  readonly value: SampleValue
}

const FORM =
  'must be like temperature>90 or door=true,state!=idle; a text with a comma is in double quotes'
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/**
 * A condition and what separates it from the next one. A key is what the contract's `metricKey` allows. No two
 * neighbouring parts match the same characters, so that it takes linear time.
 */
const CONDITION = /\s*([\w.-]+)\s*(!=|<=|>=|=|<|>)(?:\s*("(?:[^"\\]|\\.)*")\s*|([^",]*))(,|$)/y

/** Parses `where`: conditions that must all hold. `find` adds a fault for an unknown metric. */
export function readConditions(
  text: string | undefined,
  find: (key: string) => Metric | undefined,
  faults: Faults,
): Condition[] {
  if (text === undefined) return []
  const parts = partsOf(text)
  if (!parts) faults.add(FORM, 'query', 'where')
  else if (parts.length > queryLimits.conditions) {
    const most = queryLimits.conditions
    faults.add(`must have at most ${most} conditions, not ${parts.length}`, 'query', 'where')
  } else {
    return parts.flatMap(({ key, operator, value }) => {
      const metric = find(key)
      return (metric && readCondition(metric, operator, value, faults)) ?? []
    })
  }
  return []
}

interface Part {
  readonly key: string
  readonly operator: Operator
  readonly value: string
}

function partsOf(text: string): Part[] | undefined {
  const parts: Part[] = []
  const form = new RegExp(CONDITION)
  for (;;) {
    const [, key = '', operator, quotedText, plain = '', separator] = form.exec(text) ?? []
    if (separator === undefined) return undefined
    const value = quotedText === undefined ? plain.trim() : unquoted(quotedText)
    if (value === undefined) return undefined
    parts.push({ key, operator: operator as Operator, value })
    if (separator === '') return parts
  }
}

function unquoted(value: string): string | undefined {
  try {
    return String(JSON.parse(value))
  } catch {
    return undefined
  }
}

function readCondition(
  metric: Metric,
  operator: Operator,
  text: string,
  faults: Faults,
): Condition | undefined {
  const { key, valueType, enumValues } = metric
  const refuse = (detail: string) => {
    faults.add(detail, 'query', 'where')
    return undefined
  }
  if (valueType !== 'boolean' && valueType !== 'string') {
    const value = Number(text)
    if (NUMBER.test(text) && Number.isFinite(value)) return { metric, operator, value }
    return refuse(`${key} is a number and cannot be compared with ${quoted(text)}`)
  }
  if (operator !== '=' && operator !== '!=') {
    return refuse(`${key} is a ${valueType}, which only = and != compare`)
  }
  if (valueType === 'boolean') {
    if (text === 'true' || text === 'false') return { metric, operator, value: text === 'true' }
    return refuse(`${key} is a boolean and cannot be compared with ${quoted(text)}`)
  }
  if (enumValues.length === 0 || enumValues.includes(text)) return { metric, operator, value: text }
  return refuse(`${key} is never ${quoted(text)}; it is one of ${shorten(enumValues.join(', '))}`)
}

const quoted = (text: string) => JSON.stringify(shorten(text))

/**
 * A query about only those of its things that may satisfy all conditions: things that are asked for and have the metrics
 * of all conditions. Samples of others need not be read.
 */
export function narrowed<Asked extends Line>(
  conditions: readonly Condition[],
  columns: readonly Asked[],
  subject: Subject,
): { readonly subject: Subject; readonly columns: readonly Asked[] } {
  if (conditions.length === 0) return { subject, columns }
  const asked = new Set(columns.map(({ thing }) => thing))
  const isTogether = asked.has(TOGETHER)
  const members = subject.members.filter(({ number, metrics }) => {
    if (!isTogether && !asked.has(number)) return false
    // Things keep old samples of metrics that their type has lost.
    return conditions.every(({ metric }) => metrics.some(({ key }) => key === metric.key))
  })
  const numbers = new Set(members.map(({ number }) => number))
  return {
    subject: { ...subject, members },
    columns: isTogether ? columns : columns.filter(({ thing }) => numbers.has(thing)),
  }
}

/** The lines of the metrics of conditions, of all things together or of each, for a {@link narrowed} query. */
export function linesOf(
  conditions: readonly Condition[],
  columns: readonly Line[],
  { members }: Subject,
): Line[] {
  const metrics = conditions.map(({ metric }) => metric)
  const things = columns.some(({ thing }) => thing === TOGETHER)
    ? [TOGETHER]
    : members.map(({ number }) => number)
  return things.flatMap((thing) => metrics.map((metric) => ({ thing, metric })))
}

/** Whether a sample satisfies a condition. Its number is NaN if it is a text. */
export function holds({ operator, value }: Condition, number: number, text: string): boolean {
  if (typeof value === 'string') {
    const own = Number.isNaN(number) ? text : String(number)
    return (own === value) === (operator === '=')
  }
  if (!Number.isFinite(number)) return false
  if (typeof value === 'boolean') return ((number !== 0) === value) === (operator === '=')
  switch (operator) {
    case '=':
      return number === value
    case '!=':
      return number !== value
    case '<':
      return number < value
    case '<=':
      return number <= value
    case '>':
      return number > value
    case '>=':
      return number >= value
  }
}
