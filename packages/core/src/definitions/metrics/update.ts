import { type Input, type MetricDefinition, type Output, traitFaults } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { requireConsistent } from '../../resources/labels.ts'
import { mergePatch } from '../../resources/merge-patch.ts'
import { requireMatch } from '../../resources/preconditions.ts'
import { findMetricDefinition } from './get.ts'
import { presentMetricDefinition } from './present.ts'
import { replaceMetricDefinition, requireSameMeaning } from './replace.ts'

const unset = {
  unit: null,
  min: null,
  max: null,
  expectedIntervalSeconds: null,
  retentionDays: null,
}

/** JSON merge patch. Throws `conflict` if it would alter the meaning of stored samples. */
export async function updateMetricDefinition(
  ctx: Context,
  { params, body }: Input<'metricDefinitions.update'>,
): Promise<Output<'metricDefinitions.update'>> {
  const before = presentMetricDefinition(await findMetricDefinition(ctx, params.metricDefinitionId))
  requireMatch(ctx, before.etag)
  const wanted = { ...unset, ...mergePatch(before, body) } as MetricDefinition
  requireConsistent(wanted.labels, traitFaults(wanted))
  await requireSameMeaning(ctx, before, wanted)
  return replaceMetricDefinition(ctx, before, wanted)
}
