import {
  callLimits,
  type Fault,
  type Operation,
  type OperationName,
  operations,
} from '@sluice/contract'
import { invalidRequest, isStorableThroughout, stepsBelow, storableFaults } from '@sluice/runtime'
import type { z } from 'zod'
import { checkFields } from '../lists/index.ts'
import { findingsOf } from '../resources/schema-findings.ts'
import { boundFaults } from './bounds/index.ts'
import { inspections } from './inspections.ts'
import type { RawCall } from './request.ts'

const parts = ['query', 'body'] as const

/**
 * Checks a call against its row's schemas and the row's own inspection. Answers the parts that the row
 * declares, parsed; throws `invalid-request` with every fault of every part.
 */
export function parseInput(name: OperationName, call: RawCall, now: Date): RawCall {
  return parseRest(name, call, lookAt(name, call), now)
}

/**
 * What is judged before the scope: lengths, counts and depths of all parts, and the path's parameters. Answers these,
 * parsed; throws `invalid-request`. Costs no more than a look, however large the call.
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

/** {@link parseInput} of what {@link lookAt} has let through, whose answer is handed in. */
function parseRest(name: OperationName, call: RawCall, looked: RawCall, now: Date): RawCall {
  const row: Operation = operations[name]
  const faults: Fault[] = []
  const input: Record<string, unknown> = { ...looked }
  for (const part of parts) {
    const schema = row[part]
    const raw = call[part]
    const bulk = part === 'body' && row.bodyForm === 'bulk'
    if (!bulk && !isStorableThroughout(raw)) addTo(faults, storableFaults(raw, `/${part}`))
    if (!schema) addTo(faults, unexpected(part, raw))
    else if (bulk) input.body = raw
    else
      input[part] =
        part === 'query' && isEmpty(raw)
          ? emptyQuery(schema, faults)
          : check(part, schema, raw, faults)
  }
  const inspect = inspections[name]
  if (inspect) addTo(faults, inspect(call.body, now))
  if (faults.length > 0) throw invalidRequest(faults)
  return input
}

/** A body may have more faults than a call may have arguments. */
function addTo(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) faults.push(fault)
}

/** What queries come to that say nothing: the same every time. */
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

/** What the rows come to that are called with nothing at all: the same every time. */
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

/** The whole input, of a call that {@link lookAt} has let through, and the fields that the answer is to be cut down to. */
export function judgeInput(name: OperationName, call: RawCall, looked: RawCall, now: Date) {
  const input = isBare(name, call) ? bareInput(name, now) : parseRest(name, call, looked, now)
  const fields = (input.query as { fields?: string } | undefined)?.fields
  if (fields !== undefined) checkFields(operations[name].response, fields)
  return { input, fields }
}

function check(part: string, schema: z.ZodType, raw: unknown, faults: Fault[]): object | undefined {
  const value = raw === undefined && part !== 'body' ? {} : raw
  const result = schema.safeParse(value)
  if (result.success) return result.data as object
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const member = part === 'body' ? 'field' : 'parameter'
  const findings = result.error.issues.flatMap((issue) => findingsOf(issue, { member, known }))
  for (const { path, detail } of findings) {
    faults.push({
      pointer: stepsBelow(`/${part}`, path),
      detail: part === 'query' && isRepeated(raw, path) ? 'must not be repeated' : detail,
    })
  }
  return undefined
}

/** A parameter of a query that came twice is a list of what it was each time. */
function isRepeated(query: unknown, [name]: readonly PropertyKey[]): boolean {
  return name !== undefined && Array.isArray((query as Record<PropertyKey, unknown>)[name])
}

/** A row without a query or a body takes none: what is not understood is refused, not ignored. */
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
