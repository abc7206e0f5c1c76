import type { Method, Operation } from '../operation.ts'
import { type OperationName, operationNames, operations } from '../operations.ts'
import { oneOf, type Random } from './random.ts'
import { callOf, type RandomPools } from './random-calls.ts'
import type { GeneratedCall } from './ugliest.ts'

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
export const callers = [
  ...(['all', 'all', 'all', 'all', 'all', 'all', 'all', 'all'] as const),
  ...(['reader', 'reader', 'narrow', 'none', 'unknown'] as const),
] as const

/** Requests without end, each decided by the numbers in [0, 1) that `random` gives. */
export function* randomRequests(
  random: Random,
  pools: RandomPools,
): Generator<RandomRequest, never> {
  for (;;) yield requestOf(oneOf(random, operationNames), random, pools)
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'] as const

/** Of what a row of its own deletes: one of another row would delete what others name. */
const deletable = new Set(
  Object.values(operations).flatMap(({ method, path }) => (method === 'DELETE' ? [path] : [])),
)

function requestOf(name: OperationName, random: Random, pools: RandomPools): RandomRequest {
  const row: Operation = operations[name]
  const caller = oneOf(random, callers)
  const call = callOf(name, random, pools, caller === 'all' || caller === 'narrow')
  const { method, odd } = random() < 0.5 ? usual(row) : unusual(row, random)
  const body = bodyOf(row, call, odd)
  return {
    ...{ name, method, body, caller },
    path: nextPageOf(name, random, pools) ?? pathOf(row, call, odd) + queryOf(call, odd),
    headers: headersOf(row, odd, body !== undefined),
    encoding:
      body !== undefined && odd() < 0.08 ? oneOf(odd, ['gzip', 'zstd', 'broken']) : undefined,
  }
}

function nextPageOf(name: OperationName, random: Random, { nextPages }: RandomPools) {
  const known = nextPages[name] ?? []
  return known.length > 0 && random() < 0.2 ? oneOf(random, known) : undefined
}

/** Takes no chance. */
function usual({ method }: Operation) {
  return { method, odd: () => 1 }
}

function unusual({ method, path }: Operation, random: Random) {
  const others = methods.filter((one) => one !== 'DELETE' || !deletable.has(path))
  return { method: random() < 0.06 ? oneOf(random, others) : method, odd: random }
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
  if (body instanceof Uint8Array) return random() < 0.3 ? damaged(body, random) : body
  return row.bodyType && row.bodyType !== 'application/json' ? 'no table' : JSON.stringify(body)
}

/** With another byte somewhere, or without its end. */
function damaged(body: Uint8Array, random: Random): Uint8Array {
  const at = Math.floor(random() * body.length)
  return body.length === 0 || random() < 0.3
    ? body.slice(0, at)
    : body.with(at, Math.floor(random() * 256))
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
    ...(random() < 0.05 && { Accept: oneOf(random, accepted) }),
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
