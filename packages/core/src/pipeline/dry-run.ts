import {
  type ActorName,
  type KeyAccess,
  operations,
  type ResourceKind,
  sparedByQuota,
} from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { telemetryUpToStore } from '@sluice/telemetry'
import { requireRoomForMore, untilFirstWrite } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/client.ts'
import { asProblem, TAKEN } from '../database/store-errors.ts'
import type { RawCall } from './request.ts'

/** Thrown when a handler uses a store: up to there, nothing speaks against the call. */
class StoreReached extends Error {}

function reached(): never {
  throw new StoreReached()
}

const telemetry = telemetryUpToStore(reached)

interface Handle {
  (ctx: Context, input: RawCall): Promise<unknown>
  /** The time limit of its transaction in milliseconds. */
  readonly timeout?: number
}

/**
 * What a handler would refuse before its first write, or its first access to samples or the request log, which would
 * cost as much as the call itself. Runs in a read-only transaction.
 */
export async function refusalBeforeWrite(
  ctx: Context,
  handler: object,
  call: { readonly name: ActorName; readonly input: RawCall },
): Promise<Problem | undefined> {
  const handle = handler as Handle
  const usage = { ...ctx.usage, query: reached }
  try {
    const work = (db: Transaction) => handle({ ...ctx, db, telemetry, usage }, call.input)
    const writes = await untilFirstWrite(ctx.db, work, handle.timeout)
    const taken = await takenId(ctx, call)
    if (writes && !taken && needsRoom(call.name)) await requireRoomForMore(ctx)
    return taken
  } catch (error) {
    return error instanceof StoreReached ? undefined : asProblem(error)
  }
}

const spared: ReadonlySet<string> = sparedByQuota

/** Whether a quota of changes that is full refuses what it writes. */
function needsRoom(name: ActorName): boolean {
  return operations[name].method !== 'DELETE' && !spared.has(name)
}

type Find = (
  db: Database | Transaction,
  query: { where: { organizationId: string; id: string }; select: { id: true } },
) => Promise<object | null>

/** Kinds of resources whose ids are chosen by callers. */
const finders: { readonly [Kind in ResourceKind]?: Find } = {
  thing: ({ thing }, query) => thing.findFirst(query),
  site: ({ site }, query) => site.findFirst(query),
  fleet: ({ fleet }, query) => fleet.findFirst(query),
  thingType: ({ thingType }, query) => thingType.findFirst(query),
  metricDefinition: ({ metricDefinition }, query) => metricDefinition.findFirst(query),
  mapping: ({ mapping }, query) => mapping.findFirst(query),
  template: ({ template }, query) => template.findFirst(query),
  integration: ({ integration }, query) => integration.findFirst(query),
}

/** The conflict that only the write itself would detect. */
async function takenId(
  { db, actor }: Context,
  { name, input }: { readonly name: ActorName; readonly input: RawCall },
): Promise<Problem | undefined> {
  const { target, resource } = operations[name].access as KeyAccess
  const { id } = (input.body ?? {}) as { id?: unknown }
  if (target !== 'new' || typeof id !== 'string') return undefined
  const where = { organizationId: actor.organization.id, id }
  const found = await finders[resource]?.(db, { where, select: { id: true } })
  return found ? new Problem('conflict', { detail: TAKEN }) : undefined
}
