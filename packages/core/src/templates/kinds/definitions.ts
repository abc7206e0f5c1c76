import {
  type Fault,
  labelLimit,
  type MetricDefinition,
  type ThingType,
  traitFaults,
} from '@sluice/contract'
import {
  attributesSchemaFault,
  createMetricDefinition,
  createThingType,
  findMetricDefinitions,
  findThingTypes,
  replaceMetricDefinition,
  replaceThingType,
  requireNothingLost,
  requireSameMeaning,
  unitFault,
} from '../../definitions/index.ts'
import { metricDefinitionPath, thingTypePath } from '../../scopes/index.ts'
import type { Step } from '../plan/step.ts'
import type { Kind, Known } from './kind.ts'
import { oneByOne } from './one-by-one.ts'

export const metricDefinitionKind: Kind = {
  find: findMetricDefinitions,
  paths: ({ id }) => [metricDefinitionPath(id)],
  faults: (step) => [
    ...labelFaults(step),
    ...unitFaults(step),
    ...traitFaults(step.wanted as unknown as MetricDefinition).map(({ field, message }) =>
      step.fault([field], message),
    ),
  ],
  requireHarmless: (ctx, before, wanted) =>
    requireSameMeaning(
      ctx,
      before as unknown as MetricDefinition,
      wanted as unknown as MetricDefinition,
    ),
  write: oneByOne<MetricDefinition>(
    (ctx, body) => createMetricDefinition(ctx, { body }),
    replaceMetricDefinition,
  ),
}

export const thingTypeKind: Kind = {
  find: findThingTypes,
  paths: ({ id }) => [thingTypePath(id)],
  faults: (step, known) => [...labelFaults(step), ...typeFaults(step, known)],
  requireHarmless: (ctx, before, wanted) =>
    requireNothingLost(ctx, before as unknown as ThingType, wanted as unknown as ThingType),
  write: oneByOne<ThingType>((ctx, body) => createThingType(ctx, { body }), replaceThingType),
}

/** Labels of a template are merged with existing ones, which may come to more than a resource may have. */
export function labelFaults({ wanted, fault }: Step): Fault[] {
  if (Object.keys(wanted.labels).length <= labelLimit) return []
  return [fault(['labels'], `would exceed the limit of ${labelLimit} labels`)]
}

function unitFaults({ wanted, fault }: Step): Fault[] {
  const { unit } = wanted as unknown as MetricDefinition
  const detail = unit === null ? undefined : unitFault(unit)
  return detail ? [fault(['unit'], detail)] : []
}

function typeFaults({ wanted, fault }: Step, { metricDefinitions }: Known): Fault[] {
  const { attributesSchema, metrics } = wanted as unknown as ThingType
  const unusable = attributesSchema === null ? undefined : attributesSchemaFault(attributesSchema)
  return [
    ...(unusable ? [fault(['attributesSchema'], unusable)] : []),
    ...metrics.flatMap(({ metricDefinitionId }, i) =>
      metricDefinitions.has(metricDefinitionId)
        ? []
        : [fault(['metrics', i, 'metricDefinitionId'], 'is not the id of a metric definition')],
    ),
  ]
}
