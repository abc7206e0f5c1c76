import { type Fault, type Operation, type OperationName, operations } from '@sluice/contract'
import type { z } from 'zod'
import { inspections } from './inspections.ts'
import { stepsBelow } from './json-pointer.ts'
import { checkFields } from './lists/index.ts'
import { invalidRequest } from './problem.ts'
import type { RawCall } from './request.ts'
import { findingsOf } from './schema-findings.ts'
import { storableFaults } from './storable.ts'

const parts = ['params', 'query', 'body'] as const

/**
 * Checks a call against its row's schemas and the row's own inspection. Answers the parts that the row
 * declares, parsed; throws `invalid-request` with every fault of every part.
 */
export function parseInput(name: OperationName, call: RawCall, now: Date): RawCall {
  const row: Operation = operations[name]
  const faults: Fault[][] = []
  const input: Record<string, unknown> = {}
  for (const part of parts) {
    const schema = row[part]
    const bulk = part === 'body' && row.bodyForm === 'bulk'
    if (!bulk) faults.push(storableFaults(call[part], `/${part}`))
    if (!schema) faults.push(unexpected(part, call[part]))
    else if (bulk) input.body = call.body
    else input[part] = check(part, schema, call[part], faults)
  }
  faults.push(inspections[name]?.(call.body, now) ?? [])
  const found = faults.flat()
  if (found.length > 0) throw invalidRequest(found)
  return input
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
  if (params || schema || body !== undefined) return false
  for (const _parameter in query as object | undefined) return false
  return true
}

/** Step 5 of a request's life: {@link parseInput}, and the fields that the answer is to be cut down to. */
export function judgeInput(name: OperationName, call: RawCall, now: Date) {
  const input = isBare(name, call) ? bareInput(name, now) : parseInput(name, call, now)
  const fields = (input.query as { fields?: string } | undefined)?.fields
  if (fields !== undefined) checkFields(operations[name].response, fields)
  return { input, fields }
}

function check(part: string, schema: z.ZodType, raw: unknown, faults: Fault[][]): unknown {
  const value = raw === undefined && part !== 'body' ? {} : raw
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const member = part === 'body' ? 'field' : 'parameter'
  const findings = result.error.issues.flatMap((issue) => findingsOf(issue, { member, known }))
  faults.push(
    findings.map(({ path, detail }) => ({
      pointer: stepsBelow(`/${part}`, path),
      detail: part === 'query' && isRepeated(raw, path) ? 'is given more than once' : detail,
    })),
  )
  return undefined
}

/** A parameter of a query that came twice is a list of what it was each time. */
function isRepeated(query: unknown, [name]: readonly PropertyKey[]): boolean {
  return name !== undefined && Array.isArray((query as Record<PropertyKey, unknown>)[name])
}

/** A row without a query or a body takes none: what is not understood is refused, not ignored. */
function unexpected(part: string, raw: unknown): Fault[] {
  if (part === 'params' || raw === undefined || raw === null) return []
  if (part === 'body') return [{ pointer: '/body', detail: 'this operation takes no body' }]
  return Object.keys(raw).map((key) => ({
    pointer: stepsBelow(`/${part}`, [key]),
    detail: 'is not a known parameter',
  }))
}
