import type { MappingProtocol } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { mappingPath, requireScope } from '../scopes/index.ts'
import { presentMapping } from './present.ts'

/**
 * Makes room for a new default of a protocol: the one before is none any more, in the same transaction. Of calls at once
 * each waits for the one before it, and the last one's mapping is the default. Throws `scope-missing` where the caller may
 * not change the one before.
 */
export async function takeDefault(
  ctx: Context,
  protocol: MappingProtocol,
  newDefault: string,
): Promise<void> {
  const organizationId = ctx.actor.organization.id
  await ctx.db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`mappings/${organizationId}/${protocol}`}, 0))::text`
  const row = await ctx.db.mapping.findFirst({
    where: { organizationId, protocol, isDefault: true, id: { not: newDefault } },
  })
  if (!row) return
  const resource = mappingPath(row.id)
  requireScope(ctx, 'write', [resource])
  const { id, version } = row
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
