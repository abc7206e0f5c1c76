import { operations, type ProblemCode } from '@sluice/contract'
import { budgetOf } from '../limits/index.ts'
import { encodeNeeds } from './needs.ts'
import type { Trail } from './trail.ts'

/** A row of the request log: one request, or several that were refused alike for want of units. */
export interface LogRow {
  readonly organization: number
  readonly key: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: string
  /** The one whose budget it drew on, or would have. */
  readonly tier: string
  readonly status: number
  /** Empty for a success. */
  readonly problem: ProblemCode | ''
  readonly address: string
  /** Until the answer was there, in microseconds. */
  readonly micros: number
  readonly needs: string
  /** How many requests the row stands for. */
  calls: number
}

/** The columns of the table `requests`, in the order in which {@link encodeRow} writes them. */
export const logColumns = [
  'organization',
  'key',
  'time',
  'operation',
  'tier',
  'status',
  'problem',
  'address',
  'micros',
  'needs',
  'calls',
] as const

/** The row of a request that has been answered; undefined where no key of anybody's was reached. */
export function rowOf(
  trail: Trail,
  problem: { code: ProblemCode; status: number } | undefined,
): LogRow | undefined {
  const { caller, name } = trail
  if (!caller) return undefined
  const { status } = operations[name]
  const { tier } = budgetOf(operations[name], caller.organization.limits, trail.at.getTime())
  return {
    organization: caller.organization.number,
    key: caller.id,
    at: trail.at.getTime(),
    operation: name,
    tier,
    status: problem?.status ?? status,
    problem: problem?.code ?? '',
    address: trail.address,
    micros: Math.round((performance.now() - trail.startedAt) * 1000),
    needs: encodeNeeds(trail.needs),
    calls: 1,
  }
}

/** A row as a line of TabSeparated text: the cheapest form to make, and the engine reads it as fast as it parses JSON. */
export function encodeRow(row: LogRow): string {
  const { organization, key, at, operation, tier, status, problem, address, micros, calls } = row
  const texts = `${escaped(address)}\t${micros}\t${escaped(row.needs)}`
  return `${organization}\t${key}\t${secondsOf(at)}\t${operation}\t${tier}\t${status}\t${problem}\t${texts}\t${calls}\n`
}

let latest = { at: 0, text: '0.000' }

/** Each millisecond is written once: a busy node answers many requests in one. */
function secondsOf(at: number): string {
  if (at !== latest.at) {
    latest = { at, text: `${Math.floor(at / 1000)}.${String(at % 1000).padStart(3, '0')}` }
  }
  return latest.text
}

const special = /[\\\t\n\r\0]/
const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
}

/** Addresses and paths come from outside: one with a line break in it must not become a row. */
function escaped(text: string): string {
  return special.test(text)
    ? text.replaceAll(new RegExp(special, 'g'), (character) => escapes[character] ?? character)
    : text
}
