import { type Input, usageLimits } from '@sluice/contract'
import { plainAddress } from '../allow-list/index.ts'
import type { Context } from '../context.ts'
import { instantOf, requireRange } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { statusesOf } from './log-query.ts'

/** A query of calls. `keys` are the keys to include; undefined means all of the organization. */
export type Asked = Omit<Input<'calls.count'>['query'], 'key'> & {
  readonly keys: readonly string[] | undefined
}

/** A condition on the request log, with its parameters. */
export interface CallCondition {
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}

const plain = ['status', 'problem', 'operation', 'address'] as const

/**
 * The condition of a query, without its time range. It starts with the organization, which is never taken from the
 * caller.
 *
 * The needs of a 404 are recorded, too, and reveal that the resource exists: a caller that may not read everything
 * finds no such call by its resource.
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
    ...(asked.address !== undefined && { address: plainAddress(asked.address) }),
    ...(outcome && { lowest, highest }),
    ...(requestId !== undefined && { requestId }),
    ...(resource !== undefined && { resource: `/${resource}/` }),
  }
  return { sql, params }
}

/** Whether any of the paths, which follow spaces, contains these consecutive segments. */
const NEEDS_RESOURCE = `arrayExists(path -> position(concat('/', path, '/'), {resource:String}) > 0,
  extractAll(needs, ' ([^ \\n]+)'))`

/** The ids of the wanted keys whose calls the actor may read; undefined means all of the organization. */
export function readableKeys(ctx: Context, wanted: string | undefined): string[] | undefined {
  const { id } = idCondition(filtersFor(ctx.actor.scopes, 'read'), 'KEY')
  if (!id) return wanted === undefined ? undefined : [wanted]
  return wanted === undefined ? id.in : id.in.filter((one) => one === wanted)
}

const DAY = 86_400_000

/** Longer than any call is kept, including the rest of its week. */
const KEPT = (usageLimits.days + 10) * DAY

/**
 * The range in epoch milliseconds, by default the last day before its end. It is clipped to the times that the log
 * covers, so it may be empty. Throws `invalid-request`.
 */
export function rangeOf(now: Date, { from, to }: Pick<Asked, 'from' | 'to'>) {
  const end = to === undefined ? instantOf('now', now) : instantOf(to, now)
  const start = from === undefined ? end - DAY : instantOf(from, now)
  requireRange(start, end)
  const kept = (time: number) => Math.min(Math.max(time, now.getTime() - KEPT), now.getTime() + DAY)
  return { start: kept(start), end: kept(end) }
}
