import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { type OperationName, operationNames, operations } from '../operations.ts'
import { innermost, shapeOf } from '../schema-shape.ts'
import { leavesOf, withValueAt } from './leaves.ts'
import { oneOf, type Random } from './random.ts'
import type { GeneratedCall } from './ugliest.ts'
import { uglyValues } from './ugly-values.ts'
import { type Taste, validValue } from './valid.ts'

/** What exists where the requests go. It may change from request to request. */
export interface RandomPools {
  /** Ids by the name of the path's parameter, and texts that members of another name may have. The first is taken most. */
  readonly ids: Readonly<Record<string, readonly string[]>>
  /** Calls that succeed. */
  readonly bases: Readonly<Partial<Record<OperationName, GeneratedCall>>>
  /** Paths, with query, of the pages after those that were answered. A cursor is good for its own query alone. */
  readonly nextPages: Readonly<Partial<Record<OperationName, readonly string[]>>>
  /** Takes something that nothing else names, for a row of {@link endings}. */
  spend(name: OperationName): Readonly<Record<string, string>>
}

/** Rows after which nobody can call what they name any more. */
export const endings: readonly OperationName[] = operationNames.filter((name) => {
  const { method, erases }: Operation = operations[name]
  return (method === 'DELETE' && !erases) || name === 'keys.revoke'
})

/** A cursor of no page. */
const strayCursors = ['garbage', 'eyJpZCI6MX0', '%', 'x'.repeat(500)]

/** Half of the calls are as they should be, with ids that exist. Only callers that `mayEnd` something need something to end. */
export function callOf(
  name: OperationName,
  random: Random,
  pools: RandomPools,
  mayEnd: boolean,
): GeneratedCall {
  const row: Operation = operations[name]
  const base = pools.bases[name] ?? {}
  const taste = tasteOf(random)
  const call: { params?: unknown; query?: unknown; body?: unknown } = {}
  if (row.params) {
    const isEnding = mayEnd && endings.includes(name)
    const names = Object.keys(row.params.shape)
    call.params = isEnding ? pools.spend(name) : paramsOf(names, random, base, pools)
  }
  if (row.query) {
    const query = validValue(row.query, taste, random() < 0.5 ? base.query : undefined)
    call.query = queryOf(name, query as Record<string, unknown>, random, pools)
  }
  if (row.body) {
    const body = validValue(row.body, taste, random() < 0.7 ? base.body : undefined)
    call.body = withNewId(inhabited(body, random, pools), random)
  }
  return random() < 0.5 ? call : withUglyPart(row, call, random)
}

function mostlyFirst(random: Random, ids: readonly string[]): string {
  return oneOf(random, random() < 0.5 ? ids.slice(0, 1) : ids)
}

/** Of several parameters mostly those that belong together. */
function paramsOf(
  names: readonly string[],
  random: Random,
  base: GeneratedCall,
  { ids }: RandomPools,
): unknown {
  if (names.length > 1 && random() < 0.7) return base.params
  return Object.fromEntries(
    names.map((name) => [
      name,
      random() < 0.95 ? mostlyFirst(random, ids[name] ?? ['missing']) : 'missing',
    ]),
  )
}

function queryOf(
  name: OperationName,
  { cursor, fields, ...query }: Record<string, unknown>,
  random: Random,
  pools: RandomPools,
): object {
  const { query: schema, response }: Operation = operations[name]
  const takes = (member: string) => member in (schema?.shape ?? {})
  // Pages that are so short have a next one.
  if (takes('limit') && random() < 0.3) query.limit = String(1 + Math.floor(random() * 3))
  const known = (pools.nextPages[name] ?? []).flatMap((path) => cursorOf(path) ?? [])
  const cursors = random() < 0.2 ? strayCursors : known
  return {
    ...(inhabited(query, random, pools) as object),
    ...(cursor !== undefined && cursors.length > 0 && { cursor: oneOf(random, cursors) }),
    ...(fields !== undefined && { fields: fieldsOf(response, random) }),
  }
}

function cursorOf(path: string): string | null {
  return new URLSearchParams(path.slice(path.indexOf('?'))).get('cursor')
}

/** Some fields of an answer, or of the items of a page. */
function fieldsOf(response: z.ZodType, random: Random): string {
  const { items, nextCursor } = shapeOf(response) ?? {}
  const names = Object.keys(shapeOf(items && nextCursor ? innermost(items) : response) ?? {})
  const count = 1 + Math.floor(random() * 3)
  const known = names.length > 0 ? names : ['id']
  return Array.from({ length: count }, () => oneOf(random, known)).join()
}

/** Members that have another name than the parameter of a path. */
const parameterOf: Readonly<Record<string, string>> = {
  ...{ ids: 'thingId', add: 'thingId', remove: 'thingId', createMissing: 'thingTypeId' },
  ...{ mapping: 'mappingId', keys: 'keyId', integrations: 'integrationId' },
}

/** The same with ids that exist in members that are named like a parameter of a path. */
function inhabited(value: unknown, random: Random, pools: RandomPools): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map((element) => inhabited(element, random, pools))
  const existing = (name: string, before: unknown): unknown => {
    const ids = pools.ids[parameterOf[name] ?? name]
    return ids && typeof before === 'string' && random() < 0.9 ? mostlyFirst(random, ids) : before
  }
  const members = Object.entries(value).map(([name, member]) => {
    const ofElements = name.endsWith('Ids') ? name.slice(0, -1) : name
    if (Array.isArray(member) && (parameterOf[name] ?? ofElements) !== name) {
      return [name, [...new Set(member.map((id) => existing(ofElements, id)))]] as const
    }
    return [name, existing(name, inhabited(member, random, pools))] as const
  })
  return Object.fromEntries(members)
}

/** Mostly: what has the id of the base exists after its first call. */
function withNewId(body: unknown, random: Random): unknown {
  const hasId = typeof body === 'object' && body !== null && 'id' in body
  return hasId && random() < 0.7 ? { ...body, id: `n${Math.floor(random() * 1e9)}` } : body
}

function withUglyPart(row: Operation, call: GeneratedCall, random: Random): GeneratedCall {
  const part = oneOf(
    random,
    (['params', 'query', 'body'] as const).filter((one) => row[one]),
  )
  const schema = part && row[part]
  const leaves = schema ? leavesOf(schema) : []
  const leaf = leaves.length > 0 ? oneOf(random, leaves) : undefined
  const uglies = leaf ? uglyValues(leaf).filter((ugly) => isSmall(ugly) || random() < 0.02) : []
  if (!part || !leaf || uglies.length === 0) return call
  return { ...call, [part]: withValueAt(call[part], leaf.path, oneOf(random, uglies).value) }
}

/** The others take longer to write than a hundred of these. */
function isSmall({ what }: { readonly what: string }): boolean {
  return !/0,000|9,000|9900|1,000|5,000|500,000/.test(what)
}

function tasteOf(random: Random): Taste {
  // Many of them contradict each other.
  const share = random() < 0.5 ? 0.05 : 0.3
  return {
    index: Math.floor(random() * 1000),
    members: (most) => Math.min(most, random() < 0.1 ? 0 : 1 + Math.floor(random() ** 3 * 7)),
    letters: (most) => (random() < 0.1 ? most : 1),
    optional: () => random() < share,
    choice: (count) => Math.floor(random() * count),
    free: () => (random() < 0.5 ? {} : { a: [1, 'x', null, { b: true }] }),
  }
}
