import {
  callLimits,
  type Fault,
  findingsOf,
  type Operation,
  type OperationName,
  operations,
} from '@sluice/contract'
import {
  andThen,
  atOnce,
  inSlices,
  invalidRequest,
  isStorableThroughout,
  stepsBelow,
  storableFaults,
} from '@sluice/runtime'
import type { z } from 'zod'
import { boundFaults } from '../bounds/index.ts'
import { checkFields } from '../lists/index.ts'
import { inspections } from './inspections.ts'
import { longListIn, type Parsed, type Parts, parse, parseByEntries } from './parse-by-entries.ts'
import type { RawCall } from './request.ts'
import { textFaultsOf } from './text-faults.ts'

const parts = ['query', 'body'] as const

/**
 * Checks a call against its row's schemas and the row's own inspection. Returns the parts that the row declares,
 * parsed. Throws `invalid-request` with the faults of all parts.
 */
export function parseInput(name: OperationName, call: RawCall, now: Date): RawCall {
  return parseRest(name, call, lookAt(name, call), now)
}

/**
 * The checks before the scope: lengths, counts and depths of all parts, and the path's parameters, which it returns
 * parsed. Throws `invalid-request`. Cheap, however large the call.
 */
export function lookAt(name: OperationName, call: RawCall): RawCall {
  if (isBare(name, call)) return {}
  const row: Operation = operations[name]
  const faults = boundFaults(row, call)
  if (faults.length > 0) throw invalidRequest(faults)
  if (!row.params) return {}
  const { params } = call
  if (!isStorableThroughout(params)) throw invalidRequest(storableFaults(params, '/params'))
  const parsed = check('params', row.params, params, faults)
  if (faults.length > 0) throw invalidRequest(faults)
  return { params: parsed }
}

/** A body that has been checked already. */
interface JudgedBody {
  readonly ofTexts: readonly Fault[]
  readonly parsed: Parsed
}

/** {@link parseInput} after {@link lookAt}, whose result is passed in. */
function parseRest(
  name: OperationName,
  call: RawCall,
  looked: RawCall,
  now: Date,
  body?: JudgedBody,
): RawCall {
  const row: Operation = operations[name]
  const faults: Fault[] = []
  const input: Record<string, unknown> = { ...looked }
  for (const part of parts) {
    const schema = row[part]
    const raw = call[part]
    const bulk = part === 'body' && row.bodyForm === 'bulk'
    const known = part === 'body' ? body : undefined
    if (!bulk) addTo(faults, known?.ofTexts ?? atOnce(textFaultsOf(name, part, raw)))
    if (!schema) addTo(faults, unexpected(part, raw))
    else if (bulk) input.body = raw
    else if (part === 'query' && isEmpty(raw)) input.query = emptyQuery(schema, faults)
    else input[part] = check(part, schema, raw, faults, known?.parsed)
  }
  const inspect = inspections[name]
  if (inspect) addTo(faults, inspect(call.body, now))
  if (faults.length > 0) throw invalidRequest(faults)
  return input
}

/** Not a spread: a body may have more faults than a call may have arguments. */
function addTo(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) faults.push(fault)
}

/** Parsed empty queries, which never change. */
const emptyQueries = new WeakMap<z.ZodType, object>()

function emptyQuery(schema: z.ZodType, faults: Fault[]): unknown {
  const known = emptyQueries.get(schema)
  if (known) return known
  const query = check('query', schema, {}, faults)
  if (query) emptyQueries.set(schema, Object.freeze(query))
  return query
}

function isEmpty(query: unknown): boolean {
  if (query === null || Array.isArray(query)) return false
  if (query !== undefined && typeof query !== 'object') return false
  for (const _parameter in query) return false
  return true
}

/** Parsed inputs of rows that are called with nothing at all, which never change. */
const bareInputs = new Map<OperationName, RawCall>()

function bareInput(name: OperationName, now: Date): RawCall {
  const known = bareInputs.get(name)
  if (known) return known
  const input = Object.freeze(parseInput(name, { query: {} }, now))
  Object.freeze(input.query)
  bareInputs.set(name, input)
  return input
}

function isBare(name: OperationName, { query, body }: RawCall): boolean {
  const { params, body: schema }: Operation = operations[name]
  return !(params || schema) && body === undefined && isEmpty(query)
}

/** A call's parsed input. */
export interface Judged {
  readonly input: RawCall
  /** The `fields` to which the answer is cut down. */
  readonly fields: string | undefined
}

/** Parses the whole input of a call that has passed {@link lookAt}. Asynchronous only for long input. */
export function judgeInput(
  name: OperationName,
  call: RawCall,
  looked: RawCall,
  now: Date,
): Judged | Promise<Judged> {
  return andThen(wholeInput(name, call, looked, now), withFields, name)
}

function withFields(input: RawCall, name: OperationName): Judged {
  const fields = (input.query as { fields?: string } | undefined)?.fields
  if (fields !== undefined) checkFields(operations[name].response, fields)
  return { input, fields }
}

function wholeInput(name: OperationName, call: RawCall, looked: RawCall, now: Date) {
  if (isBare(name, call)) return bareInput(name, now)
  const { body, bodyForm }: Operation = operations[name]
  const long = bodyForm === 'bulk' ? undefined : longListIn(body, call.body)
  if (!long) return parseRest(name, call, looked, now)
  const judged = inSlices(judgeBody(name, long, call.body as object))
  return judged.then((known) => parseRest(name, call, looked, now, known))
}

function* judgeBody(name: OperationName, long: Parts, body: object): Generator<void, JudgedBody> {
  yield
  const ofTexts = yield* textFaultsOf(name, 'body', body)
  yield
  return { ofTexts, parsed: yield* parseByEntries(long, body) }
}

function check(
  part: string,
  schema: z.ZodType,
  raw: unknown,
  faults: Fault[],
  known?: Parsed,
): object | undefined {
  const parsed = known ?? parse(schema, raw === undefined && part !== 'body' ? {} : raw)
  if ('data' in parsed) return parsed.data
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const member = part === 'body' ? 'field' : 'parameter'
  const findings = parsed.issues.flatMap((issue) => findingsOf(issue, { member, known: names }))
  for (const { path, detail: found } of findings) {
    const pointer = stepsBelow(`/${part}`, path)
    const detail = part === 'query' && isRepeated(raw, path) ? 'must not be repeated' : found
    const last = faults.at(-1)
    // A number that is neither whole nor within its bounds has the same fault twice.
    if (last?.pointer !== pointer || last.detail !== detail) faults.push({ pointer, detail })
  }
  return undefined
}

/** A query parameter that occurs twice is a list of its values. */
function isRepeated(query: unknown, [name]: readonly PropertyKey[]): boolean {
  return name !== undefined && Array.isArray((query as Record<PropertyKey, unknown>)[name])
}

/** A row without a query or body accepts none: unknown input is refused, not ignored. */
function unexpected(part: string, raw: unknown): Fault[] {
  if (raw === undefined || raw === null) return []
  if (part === 'body')
    return [{ pointer: '/body', detail: 'must be absent: this operation takes no body' }]
  if (typeof raw !== 'object') return [{ pointer: `/${part}`, detail: 'is not taken here' }]
  const names = Object.keys(raw).slice(0, callLimits.unknownFields)
  return names.map((key) => ({
    pointer: stepsBelow(`/${part}`, [key]),
    detail: 'is not a known parameter',
  }))
}
