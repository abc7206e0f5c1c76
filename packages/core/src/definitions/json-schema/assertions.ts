import { canonical } from './canonical.ts'
import type { Judge } from './judge.ts'
import { concerning, indexOf, matches } from './lookups.ts'
import { shown } from './shown.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** Keywords that check a value by itself. */
export function assertions(judgement: Judge, schema: Keywords, value: unknown): boolean {
  let fits = judgeType(judgement, schema, value)
  const allowed = judgement.schema.allowed.get(schema)
  if (allowed && !allowed.has(canonical(value, judgement))) {
    const isConst = Object.hasOwn(schema, 'const')
    fits = judgement.fault(
      isConst ? 'must be equal to constant' : 'must be equal to one of the allowed values',
    )
  }
  if (typeof value === 'number') return judgeNumber(judgement, schema, value) && fits
  if (typeof value === 'string') return judgeText(judgement, schema, value) && fits
  if (Array.isArray(value)) return judgeItems(judgement, schema, value) && fits
  if (typeof value === 'object' && value !== null)
    return judgeMembers(judgement, schema, value) && fits
  return fits
}

function judgeType(judgement: Judge, schema: Keywords, value: unknown): boolean {
  const { types } = indexOf(judgement, schema)
  if (!types) return true
  for (const type of types) if (isOf(type, value)) return true
  return judgement.fault(`must be ${[...types].join()}`)
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** A bound that is present and exceeded. */
const passes = (bound: unknown, isPassed: (bound: number) => boolean) =>
  typeof bound === 'number' && isPassed(bound)

function judgeNumber(judgement: Judge, schema: Keywords, value: number): boolean {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf } = schema
  let fits = true
  if (passes(maximum, (most) => value > most)) fits = judgement.fault(`must be <= ${maximum}`)
  if (passes(minimum, (least) => value < least)) fits = judgement.fault(`must be >= ${minimum}`)
  if (passes(exclusiveMaximum, (end) => value >= end)) {
    fits = judgement.fault(`must be < ${exclusiveMaximum}`)
  }
  if (passes(exclusiveMinimum, (end) => value <= end)) {
    fits = judgement.fault(`must be > ${exclusiveMinimum}`)
  }
  if (passes(multipleOf, (step) => !isMultiple(value, step))) {
    fits = judgement.fault(`must be multiple of ${multipleOf}`)
  }
  return fits
}

/**
 * Whether a number is a multiple as written in decimal: 0.3 is one of 0.1, though neither is exact in binary. Rounding
 * both and their ratio changes it by three halves of epsilon at most. Integers are exact.
 */
function isMultiple(value: number, step: number): boolean {
  if (value % step === 0) return true
  if (Number.isInteger(step)) return false
  const ratio = value / step
  return Math.abs(ratio - Math.round(ratio)) <= 2 * Number.EPSILON * Math.abs(ratio)
}

function judgeText(judgement: Judge, schema: Keywords, value: string): boolean {
  const { maxLength, minLength, pattern } = schema
  let fits = true
  // Length is counted in code points. There are at most as many as UTF-16 units, and at least half as many.
  if (passes(maxLength, (most) => value.length > most && pointsIn(judgement, value) > most)) {
    fits = judgement.fault(`must NOT have more than ${maxLength} characters`)
  }
  if (
    passes(minLength, (least) => value.length < least * 2 && pointsIn(judgement, value) < least)
  ) {
    fits = judgement.fault(`must NOT have fewer than ${minLength} characters`)
  }
  if (typeof pattern === 'string' && !matches(judgement, pattern, value)) {
    fits = judgement.fault(`must match pattern "${pattern}"`)
  }
  return fits
}

function pointsIn(judgement: Judge, text: string): number {
  judgement.spend(text.length >> 3)
  let count = 0
  for (const _point of text) count += 1
  return count
}

function judgeItems(judgement: Judge, schema: Keywords, value: unknown[]): boolean {
  const { maxItems, minItems, uniqueItems } = schema
  let fits = true
  if (passes(maxItems, (most) => value.length > most)) {
    fits = judgement.fault(`must NOT have more than ${maxItems} items`)
  }
  if (passes(minItems, (least) => value.length < least)) {
    fits = judgement.fault(`must NOT have fewer than ${minItems} items`)
  }
  return uniqueItems !== true ? fits : judgeUnique(judgement, value) && fits
}

/** Compares canonical texts, in linear time. */
function judgeUnique(judgement: Judge, items: unknown[]): boolean {
  const places = new Map<string, number>()
  let twins: readonly [number, number] | undefined
  for (const [i, item] of items.entries()) {
    const text = canonical(item, judgement)
    const before = places.get(text)
    if (before !== undefined) twins = [before, i]
    places.set(text, i)
  }
  if (!twins) return true
  const which = `items ## ${twins[0]} and ${twins[1]} are identical`
  return judgement.fault(`must NOT have duplicate items (${which})`)
}

function judgeMembers(judgement: Judge, schema: Keywords, value: object): boolean {
  const { maxProperties, minProperties, required = [] } = schema
  const count = () => judgement.namesOf(value).length
  let fits = true
  if (passes(maxProperties, (most) => count() > most)) {
    fits = judgement.fault(`must NOT have more than ${maxProperties} properties`)
  }
  if (passes(minProperties, (least) => count() < least)) {
    fits = judgement.fault(`must NOT have fewer than ${minProperties} properties`)
  }
  const missing = (names: readonly string[]) => {
    judgement.spend(names.length)
    return names.filter((name) => !Object.hasOwn(value, name))
  }
  for (const name of missing(required as string[])) {
    fits = judgement.fault(`must have required property '${shown(name)}'`)
  }
  const { dependentRequired } = indexOf(judgement, schema)
  for (const [, { names, fault }] of concerning(judgement, dependentRequired, value)) {
    for (const _name of missing(names)) fits = judgement.fault(fault)
  }
  return fits
}
