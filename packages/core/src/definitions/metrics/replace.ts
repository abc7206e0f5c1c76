import type { MetricDefinition } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { versionOf } from '../../resources/etag.ts'
import { isSame } from '../../resources/same.ts'
import { metricDefinitionPath } from '../../scopes/index.ts'
import { type Lock, lockDefinitions } from '../locks.ts'
import { presentMetricDefinition } from './present.ts'
import { refuseUsedByTypes } from './used-by.ts'

/** The locks for a change of meaning. */
export function locksOfMeaning(before: MetricDefinition, wanted: MetricDefinition): Lock[] {
  if (wanted.valueType === before.valueType && wanted.unit === before.unit) return []
  return [{ kind: 'metrics', id: before.id, alone: true }]
}

/** Throws `conflict` if the change would alter the meaning of stored samples. */
export async function requireSameMeaning(
  ctx: Context,
  before: MetricDefinition,
  wanted: MetricDefinition,
): Promise<void> {
  const locks = locksOfMeaning(before, wanted)
  if (locks.length === 0) return
  const remedy =
    'Stored samples would mean something else: make a new definition for another value type or unit.'
  await lockDefinitions(ctx, locks)
  await refuseUsedByTypes(ctx, before.id, remedy)
}

/** Replaces a definition's fields, unless it has changed since it was read; does nothing if they are equal. */
export async function replaceMetricDefinition(
  ctx: Context,
  before: MetricDefinition,
  wanted: MetricDefinition,
): Promise<MetricDefinition> {
  if (isSame(wanted, before)) return before
  const { name, description, labels, valueType, unit, kind, min, max } = wanted
  const { enum: enumValues, expectedIntervalSeconds, retentionDays } = wanted
  const { id } = before
  const organizationId = ctx.actor.organization.id
  const updated = await ctx.db.metricDefinition.update({
    where: { organizationId_id: { organizationId, id }, version: versionOf(before) },
    data: {
      ...{ name, description, labels, valueType, unit, kind, min, max },
      ...{ enumValues, expectedIntervalSeconds, retentionDays },
      version: { increment: 1 },
    },
  })
  const after = presentMetricDefinition(updated)
  const resource = metricDefinitionPath(id)
  await recordChange(ctx, { operation: 'metricDefinitions.update', resource, before, after })
  return after
}
