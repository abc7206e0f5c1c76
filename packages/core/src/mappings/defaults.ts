import type { MappingProtocol } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { covers, mappingPath, requireScope } from '../scopes/index.ts'
import { presentMapping } from './present.ts'

/**
 * Unsets the previous default of a protocol in the same transaction, before a new one is set. Concurrent calls run one
 * after another, and the last one's mapping is the default. Throws `scope-missing` if the caller may not change the
 * previous one.
 */
export async function takeDefault(
  ctx: Context,
  protocol: MappingProtocol,
  newDefault: string,
): Promise<void> {
  const [row] = await lockDefaults(ctx, [protocol])
  if (!row || row.id === newDefault) return
  const resource = mappingPath(row.id)
  const isReadable = covers(ctx.actor.scopes, 'read', [resource])
  requireScope(ctx, 'write', [resource], isReadable ? undefined : mappingPath('#'))
  const { organizationId, id, version } = row
  const updated = await ctx.db.mapping.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: { isDefault: false, version: { increment: 1 } },
  })
  await recordChange(ctx, {
    ...{ operation: 'mappings.update', resource },
    before: presentMapping(row),
    after: presentMapping(updated),
  })
}

/** The current defaults of these protocols, locked against other changes of defaults until the transaction ends. */
export async function lockDefaults(ctx: Context, protocols: readonly MappingProtocol[]) {
  const organizationId = ctx.actor.organization.id
  // In one order, to avoid deadlocks.
  const locks = [...new Set(protocols)].sort().map((one) => `mappings/${organizationId}/${one}`)
  await ctx.db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0))::text FROM unnest(${locks}::text[]) AS name`
  return ctx.db.mapping.findMany({
    where: { organizationId, protocol: { in: [...protocols] }, isDefault: true },
  })
}
