import { type Input, type MetricDefinition, type Output, traitFaults } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { requireFewLabels } from '../../labels.ts'
import { mergePatch } from '../../merge-patch.ts'
import { requireMatch } from '../../preconditions.ts'
import { invalidRequest } from '../../problem.ts'
import { metricDefinitionPath } from '../../scopes/index.ts'
import { findMetricDefinition } from './get.ts'
import { presentMetricDefinition } from './present.ts'
import { refuseUsedByTypes } from './used-by.ts'

const unset = {
  unit: null,
  min: null,
  max: null,
  expectedIntervalSeconds: null,
  retentionDays: null,
}

/** JSON merge patch. Throws `conflict` when stored samples would mean something else by it. */
export async function updateMetricDefinition(
  ctx: Context,
  { params, body }: Input<'metricDefinitions.update'>,
): Promise<Output<'metricDefinitions.update'>> {
  const row = await findMetricDefinition(ctx, params.metricDefinitionId)
  const before = presentMetricDefinition(row)
  requireMatch(ctx, before.etag)
  const wanted = { ...unset, ...mergePatch(before, body) } as MetricDefinition
  check(wanted)
  if (wanted.valueType !== before.valueType || wanted.unit !== before.unit) {
    const remedy =
      'Stored samples would mean something else: make a new definition for another value type or unit.'
    await refuseUsedByTypes(ctx, row.id, remedy)
  }
  const {
    id: _id,
    enum: enumValues,
    createdAt: _made,
    updatedAt: _at,
    etag: _tag,
    ...rest
  } = wanted
  const { organizationId, id, version } = row
  const updated = await ctx.db.metricDefinition.update({
    where: { organizationId_id: { organizationId, id }, version },
    data: { ...rest, enumValues, version: { increment: 1 } },
  })
  const after = presentMetricDefinition(updated)
  const resource = metricDefinitionPath(id)
  await recordChange(ctx, { operation: 'metricDefinitions.update', resource, before, after })
  return after
}

function check(wanted: MetricDefinition): void {
  requireFewLabels(wanted.labels)
  const faults = traitFaults(wanted)
  if (faults.length === 0) return
  throw invalidRequest(
    faults.map(({ field, message }) => ({ pointer: `/body/${field}`, detail: message })),
  )
}
