import { type Input, type MetricDefinition, type Output, traitFaults } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { requireFewLabels } from '../../resources/labels.ts'
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
  check(wanted)
  await requireSameMeaning(ctx, before, wanted)
  return replaceMetricDefinition(ctx, before, wanted)
}

function check(wanted: MetricDefinition): void {
  requireFewLabels(wanted.labels)
  const faults = traitFaults(wanted)
  if (faults.length === 0) return
  throw invalidRequest(
    faults.map(({ field, message }) => ({ pointer: `/body/${field}`, detail: message })),
  )
}
