import { type Input, usageLimits } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { instantOf } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { statusesOf } from './log-query.ts'

/** What calls are asked for. `keys` are those that count; undefined for all of the organization. */
export type Asked = Omit<Input<'calls.count'>['query'], 'key'> & {
  readonly keys: readonly string[] | undefined
}

/** A condition on the request log, and its parameters. */
export interface CallCondition {
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}

const plain = ['status', 'problem', 'operation', 'address'] as const

/**
 * The rows of the log that are asked for, but for their time. It starts with the organization, which no caller names.
 *
 * What a 404 needed is kept too, and tells that the resource exists: a caller that may not read everything finds no
 * such call by its resource.
 */
export function callCondition(ctx: Context, asked: Asked): CallCondition {
  const { keys, outcome, resource, requestId } = asked
  const given = plain.filter((name) => asked[name] !== undefined)
  const [lowest, highest] = outcome ? statusesOf[outcome] : []
  const hides = !filtersFor(ctx.actor.scopes, 'read').includes('#')
  const sql = [
    'organization = {organization:UInt32}',
    ...(keys ? ['key IN {keys:Array(String)}'] : []),
    ...given.map((name) => `${name} = {${name}:${name === 'status' ? 'UInt16' : 'String'}}`),
    ...(outcome ? ['status BETWEEN {lowest:UInt16} AND {highest:UInt16}'] : []),
    ...(requestId === undefined ? [] : ['request = {requestId:String}']),
    ...(resource === undefined ? [] : [NEEDS_RESOURCE]),
    ...(resource !== undefined && hides ? ["problem != 'not-found'"] : []),
  ].join(' AND ')
  const params = {
    organization: ctx.actor.organization.number,
    ...(keys && { keys }),
    ...Object.fromEntries(given.map((name) => [name, asked[name]])),
    ...(outcome && { lowest, highest }),
    ...(requestId !== undefined && { requestId }),
    ...(resource !== undefined && { resource: `/${resource}/` }),
  }
  return { sql, params }
}

/** Any of the paths, which stand behind blanks, has these segments in a row. */
const NEEDS_RESOURCE = `arrayExists(path -> position(concat('/', path, '/'), {resource:String}) > 0,
  extractAll(needs, ' ([^ \\n]+)'))`

/** The ids of the keys whose calls the actor may read, of those wanted; undefined for all of the organization. */
export function readableKeys(ctx: Context, wanted: string | undefined): string[] | undefined {
  const { id } = idCondition(filtersFor(ctx.actor.scopes, 'read'), 'KEY')
  if (!id) return wanted === undefined ? undefined : [wanted]
  return wanted === undefined ? id.in : id.in.filter((one) => one === wanted)
}

const DAY = 86_400_000

/** Longer ago than the oldest call that is kept, whose week may not be over. */
const KEPT = (usageLimits.days + 10) * DAY

/**
 * The range in epoch milliseconds: the last day before its end, where it has no start; cut to the times that the log can
 * have, so that it may be empty. Throws `invalid-request`.
 */
export function rangeOf(now: Date, { from, to }: Pick<Asked, 'from' | 'to'>) {
  const end = to === undefined ? instantOf('now', now) : instantOf(to, now)
  const start = from === undefined ? end - DAY : instantOf(from, now)
  if (start >= end) {
    const errors = [{ pointer: '/query/to', detail: 'must be after from' }]
    throw new Problem('invalid-request', { detail: 'The range is empty.', errors })
  }
  const kept = (time: number) => Math.min(Math.max(time, now.getTime() - KEPT), now.getTime() + DAY)
  return { start: kept(start), end: kept(end) }
}
