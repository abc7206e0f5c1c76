import type { Method, Operation } from '../operation.ts'
import { type OperationName, operationNames, operations } from '../operations.ts'
import { leavesOf, withValueAt } from './leaves.ts'
import type { GeneratedCall } from './ugliest.ts'
import { uglyValues } from './ugly-values.ts'
import { type Taste, validValue } from './valid.ts'

/** A request as it goes over the wire. */
export interface RandomRequest {
  readonly name: OperationName
  readonly method: Method | 'PUT' | 'OPTIONS' | 'HEAD'
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Who sends it, in place of a key's string. */
  readonly caller: (typeof callers)[number]
  readonly body: string | Uint8Array | undefined
  /** What is done to the body; a broken one ends too early. */
  readonly encoding: 'gzip' | 'zstd' | 'broken' | undefined
}

/** Kinds of keys that requests come with. */
export const callers = ['all', 'all', 'all', 'reader', 'narrow', 'none', 'unknown'] as const

/** What exists where the requests go. */
export interface RandomPools {
  /** Ids, by the name of the path's parameter. */
  readonly ids: Readonly<Record<string, readonly string[]>>
  /** Calls that succeed. */
  readonly bases: Readonly<Partial<Record<OperationName, GeneratedCall>>>
  readonly cursors: readonly string[]
  /** Rows that are left out. */
  readonly except?: readonly OperationName[]
}

type Random = () => number

/** Requests without end, each decided by the numbers in [0, 1) that `random` gives. */
export function* randomRequests(random: Random, pools: RandomPools): Generator<RandomRequest> {
  const names = operationNames.filter((name) => !pools.except?.includes(name))
  for (;;) yield requestOf(oneOf(random, names), random, pools)
}

function oneOf<One>(random: Random, from: readonly One[]): One {
  const one = from[Math.floor(random() * from.length)] ?? from[0]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'] as const

function requestOf(name: OperationName, random: Random, pools: RandomPools): RandomRequest {
  const row: Operation = operations[name]
  const call = callOf(row, random, pools.bases[name] ?? {}, pools)
  const body = bodyOf(row, call, random)
  const method = random() < 0.03 ? oneOf(random, methods) : row.method
  return {
    ...{ name, method, body, caller: oneOf(random, callers) },
    path: pathOf(row, call, random) + queryOf(call, random),
    headers: headersOf(row, random, body !== undefined),
    encoding:
      body !== undefined && random() < 0.08 ? oneOf(random, ['gzip', 'zstd', 'broken']) : undefined,
  }
}

/** Half of the calls are as they should be, with ids that exist. */
function callOf(
  row: Operation,
  random: Random,
  base: GeneratedCall,
  { ids, cursors }: RandomPools,
) {
  const call: { params?: unknown; query?: unknown; body?: unknown } = {}
  const taste = tasteOf(random)
  if (row.params) {
    const names = Object.keys(row.params.shape)
    call.params = Object.fromEntries(
      names.map((name) => [
        name,
        random() < 0.9 ? oneOf(random, ids[name] ?? ['missing']) : 'missing',
      ]),
    )
  }
  if (row.query) {
    const query = {
      ...(validValue(row.query, taste, random() < 0.5 ? base.query : undefined) as object),
    }
    if ('cursor' in query) query.cursor = oneOf(random, ['garbage', ...cursors])
    if ('fields' in query) delete query.fields
    call.query = query
  }
  if (row.body) call.body = validValue(row.body, taste, random() < 0.7 ? base.body : undefined)
  if (random() < 0.5) return call
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
  return {
    index: Math.floor(random() * 1000),
    members: (most) => Math.min(most, Math.floor(random() ** 3 * 8)),
    letters: (most) => (random() < 0.1 ? most : 1),
    optional: () => random() < 0.3,
    choice: (count) => Math.floor(random() * count),
    free: () => (random() < 0.5 ? {} : { a: [1, 'x', null, { b: true }] }),
  }
}

function pathOf(row: Operation, { params }: GeneratedCall, random: Random): string {
  const given = (params ?? {}) as Record<string, unknown>
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => written(given[name]))
  if (random() >= 0.02) return path
  const ending = oneOf(random, [
    '/',
    '//',
    '/*',
    '/%00',
    '/%',
    '/..',
    '/%2e%2e',
    '/:id',
    '/{a}',
    ';a',
  ])
  return path + ending
}

/** Percent-encoded; of a text that is not well formed the pieces that are. */
function written(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed().slice(0, 6000))
}

function queryOf({ query }: GeneratedCall, random: Random): string {
  if (typeof query !== 'object' || query === null) return ''
  const pairs = Object.entries(query).map(([name, value]) => `${written(name)}=${written(value)}`)
  if (random() < 0.03) pairs.push('nope=1')
  if (random() < 0.02 && pairs[0]) pairs.push(pairs[0])
  if (random() < 0.01) pairs.push('%', 'a=%zz', '&&=', 'a[]=1')
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function bodyOf(row: Operation, { body }: GeneratedCall, random: Random) {
  if (body === undefined) return random() < 0.02 ? '{}' : undefined
  if (random() < 0.02)
    return oneOf(random, ['', '{', 'null', '[]', '"x"', '1e999', '\0', '{"a":1}}'])
  if (body instanceof Uint8Array) return body
  return row.bodyType && row.bodyType !== 'application/json' ? 'no table' : JSON.stringify(body)
}

const types = [
  'text/plain',
  'application/json; charset=utf-16',
  'x',
  'application/x-www-form-urlencoded',
]
const accepted = [
  'text/csv',
  'application/vnd.apache.arrow.stream',
  '*/*;q=0',
  'text/html',
  ';;q=,',
]
const matches = ['*', '"1"', 'W/"1"', '"', '1']

function headersOf(row: Operation, random: Random, hasBody: boolean): Record<string, string> {
  const usual = row.bodyType ?? 'application/json'
  return {
    ...(hasBody && { 'Content-Type': random() < 0.03 ? oneOf(random, types) : usual }),
    ...(random() < 0.1 && { Accept: oneOf(random, accepted) }),
    ...(random() < 0.05 && { 'If-Match': oneOf(random, matches) }),
    ...(random() < 0.1 && {
      'Idempotency-Key': oneOf(random, ['a', 'b', '', 'x'.repeat(300), '"']),
    }),
    ...(random() < 0.05 && {
      'X-Forwarded-For': oneOf(random, ['1.2.3.4:5', 'x', '::1, 10.0.0.1', ',']),
    }),
    ...(random() < 0.02 && { Origin: oneOf(random, ['null', 'https://evil.example', 'x']) }),
  }
}
