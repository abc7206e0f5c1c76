import type { Schema } from './forms.ts'
import type { Judge } from './judge.ts'
import { concerning, indexOf, matches } from './lookups.ts'
import { newSeen, type Seen } from './seen.ts'

type Keywords = { readonly [keyword: string]: unknown }

/** Keywords that apply other schemas to a value or its parts. */
export function applicators(
  judgement: Judge,
  schema: Keywords,
  value: unknown,
  seen: Seen,
): boolean {
  let fits = combine(judgement, schema, value, seen)
  if (Array.isArray(value)) return judgeItems(judgement, schema, value, seen) && fits
  if (typeof value !== 'object' || value === null) return fits
  const members = value as Record<string, unknown>
  fits = judgeDependent(judgement, schema, members, seen) && fits
  return judgeMembers(judgement, schema, members, seen) && fits
}

function combine(judgement: Judge, schema: Keywords, value: unknown, seen: Seen): boolean {
  const { allOf = [], anyOf, oneOf, not } = schema as Record<string, Schema[]>
  const judge = (one: Schema) => judgement.evaluate(one, value, seen)
  let fits = true
  for (const one of allOf) fits = judge(one) && fits
  if (anyOf) fits = judgeAny(judgement, anyOf, judge) && fits
  if (oneOf) fits = judgeOne(judgement, oneOf, value, seen) && fits
  if (not !== undefined) {
    const unwanted = not as unknown as Schema
    const matches = judgement.quietly(() => judgement.evaluate(unwanted, value, newSeen()))
    if (matches) fits = judgement.fault('must NOT be valid')
  }
  return judgeCondition(judgement, schema, judge) && fits
}

type Ask = (schema: Schema) => boolean

/** All are evaluated, since each may have seen different members. */
function judgeAny(judgement: Judge, anyOf: readonly Schema[], judge: Ask): boolean {
  const before = judgement.faults.length
  let any = false
  for (const one of anyOf) any = judge(one) || any
  if (!any) return judgement.fault('must match a schema in anyOf')
  judgement.faults.length = before
  return true
}

function judgeOne(judgement: Judge, oneOf: readonly Schema[], value: unknown, seen: Seen): boolean {
  const before = judgement.faults.length
  let matches = 0
  for (const one of oneOf) if (judgement.evaluate(one, value, seen)) matches += 1
  if (matches > 0) judgement.faults.length = before
  return matches === 1 || judgement.fault('must match exactly one schema in oneOf')
}

function judgeCondition(judgement: Judge, schema: Keywords, judge: Ask): boolean {
  if (schema.if === undefined) return true
  const branch = judgement.quietly(() => judge(schema.if as Schema)) ? 'then' : 'else'
  if (schema[branch] === undefined || judge(schema[branch] as Schema)) return true
  return judgement.fault(`must match "${branch}" schema`)
}

function judgeItems(judgement: Judge, schema: Keywords, value: unknown[], seen: Seen): boolean {
  const { prefixItems = [], items, unevaluatedItems } = schema as Record<string, Schema[]>
  let fits = true
  const judge = (one: Schema, i: number) => {
    seen.items.add(i)
    fits = judgement.below(i, () => judgement.evaluate(one, value[i], newSeen())) && fits
  }
  const first = Math.min(prefixItems.length, value.length)
  for (let i = 0; i < first; i += 1) judge(prefixItems[i] as Schema, i)
  if (items !== undefined)
    fits =
      judgeRest(judgement, items as unknown as Schema, value, prefixItems.length, judge) && fits
  fits = judgeContains(judgement, schema, value, seen) && fits
  if (unevaluatedItems === undefined) return fits
  for (let i = 0; i < value.length; i += 1) {
    judgement.spend(1)
    if (!seen.items.has(i)) judge(unevaluatedItems as unknown as Schema, i)
  }
  return fits
}

function judgeRest(
  judgement: Judge,
  items: Schema,
  value: unknown[],
  start: number,
  judge: (schema: Schema, i: number) => void,
): boolean {
  if (items === false) {
    return value.length <= start || judgement.fault(`must NOT have more than ${start} items`)
  }
  for (let i = start; i < value.length; i += 1) judge(items, i)
  return true
}

function judgeContains(judgement: Judge, schema: Keywords, value: unknown[], seen: Seen): boolean {
  const { contains, minContains: least = 1, maxContains: most } = schema as Record<string, number>
  if (contains === undefined) return true
  const wanted = contains as unknown as Schema
  let count = 0
  for (const [i, item] of value.entries()) {
    const matches = judgement.quietly(() => judgement.evaluate(wanted, item, newSeen()))
    if (!matches) continue
    count += 1
    seen.items.add(i)
  }
  if (count >= least && !(most !== undefined && count > most)) return true
  const bounds = most === undefined ? '' : ` and no more than ${most}`
  return judgement.fault(`must contain at least ${least}${bounds} valid item(s)`)
}

function judgeMembers(
  judgement: Judge,
  schema: Keywords,
  value: Record<string, unknown>,
  seen: Seen,
): boolean {
  if (!memberKeywords.some((keyword) => schema[keyword] !== undefined)) return true
  let fits = true
  for (const name of judgement.namesOf(value)) {
    fits = judgeMember(judgement, schema, { name, inside: value[name], seen }) && fits
  }
  return fits
}

const memberKeywords = [
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  'unevaluatedProperties',
]

interface Member {
  readonly name: string
  readonly inside: unknown
  readonly seen: Seen
}

function judgeMember(judgement: Judge, schema: Keywords, { name, inside, seen }: Member): boolean {
  const named = schemasFor(judgement, schema, name)
  let fits = judgeName(judgement, schema.propertyNames as Schema | undefined, name)
  const judge = (one: Schema) => {
    seen.names.add(name)
    fits = judgement.below(name, () => judgement.evaluate(one, inside, newSeen())) && fits
  }
  for (const one of named) judge(one)
  const { additionalProperties: others, unevaluatedProperties: unseen } = schema
  if (named.length === 0 && others !== undefined) {
    if (others === false) fits = judgement.fault('must NOT have additional properties')
    else judge(others as Schema)
  }
  if (unseen === undefined || seen.names.has(name)) return fits
  if (unseen === false) return judgement.fault('must NOT have unevaluated properties')
  judge(unseen as Schema)
  return fits
}

/** The schemas that name a member, or match its name. */
function schemasFor(judgement: Judge, schema: Keywords, name: string): Schema[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  judgement.spend(1)
  const found = Object.hasOwn(properties, name) ? [properties[name] as Schema] : []
  const { patternProperties } = indexOf(judgement, schema)
  for (const [pattern, one] of patternProperties) {
    if (matches(judgement, pattern, name)) found.push(one)
  }
  return found
}

function judgeName(judgement: Judge, names: Schema | undefined, name: string): boolean {
  if (names === undefined || judgement.evaluate(names, name, newSeen())) return true
  return judgement.fault('property name must be valid')
}

function judgeDependent(
  judgement: Judge,
  schema: Keywords,
  value: Record<string, unknown>,
  seen: Seen,
): boolean {
  let fits = true
  const { dependentSchemas } = indexOf(judgement, schema)
  for (const [, one] of concerning(judgement, dependentSchemas, value)) {
    fits = judgement.evaluate(one, value, seen) && fits
  }
  return fits
}
