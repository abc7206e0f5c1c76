import {
  type Fault,
  labelLimit,
  type MetricDefinition,
  type Thing,
  type ThingType,
  traitFaults,
} from '@sluice/contract'
import {
  attributesSchemaFault,
  createMetricDefinition,
  createThingType,
  findMetricDefinitions,
  findThingTypes,
  locksOfMeaning,
  locksOfThingType,
  metricFaults,
  replaceMetricDefinition,
  replaceThingType,
  requireNothingLost,
  requireSameMeaning,
  unitFault,
} from '../../definitions/index.ts'
import { metricDefinitionPath, thingTypePath } from '../../scopes/index.ts'
import { judgesAttributes } from '../../things/index.ts'
import type { Step, Wanted } from '../plan/step.ts'
import type { Kind, Known } from './kind.ts'
import { oneByOne } from './one-by-one.ts'

const asDefinition = (resource: Wanted) => resource as unknown as MetricDefinition
const asThing = (resource: Wanted) => resource as unknown as Thing
const asType = (resource: Wanted) => resource as unknown as ThingType

export const metricDefinitionKind: Kind = {
  find: findMetricDefinitions,
  paths: ({ id }) => [metricDefinitionPath(id)],
  locks: ({ before, wanted }) =>
    before ? locksOfMeaning(asDefinition(before), asDefinition(wanted)) : [],
  faults: (step) => [
    ...labelFaults(step),
    ...unitFaults(step),
    ...traitFaults(asDefinition(step.wanted)).map(({ field, message }) =>
      step.fault([field], message),
    ),
  ],
  requireHarmless: (ctx, before, wanted) =>
    requireSameMeaning(ctx, asDefinition(before), asDefinition(wanted)),
  write: oneByOne<MetricDefinition>(
    (ctx, body) => createMetricDefinition(ctx, { body }),
    replaceMetricDefinition,
  ),
}

export const thingTypeKind: Kind = {
  find: findThingTypes,
  paths: ({ id }) => [thingTypePath(id)],
  locks: ({ before, wanted }) => locksOfThingType(before && asType(before), asType(wanted)),
  faults: (step, known) => [...labelFaults(step), ...typeFaults(step, known)],
  requireHarmless: (ctx, before, wanted, steps) =>
    requireNothingLost(ctx, asType(before), asType(wanted), judgedThings(before.id, steps)),
  write: oneByOne<ThingType>((ctx, body) => createThingType(ctx, { body }), replaceThingType),
}

/** Things of a type whose attributes the plan changes. It checks them by the changed type. */
function judgedThings(thingTypeId: string, steps: readonly Step[]): ReadonlySet<string> {
  const judged = steps.filter(({ kind, before, wanted }) => {
    if (kind !== 'thing' || before?.thingTypeId !== thingTypeId) return false
    return judgesAttributes(asThing(before), asThing(wanted))
  })
  return new Set(judged.map(({ id }) => id))
}

/** A template's labels are merged with existing ones, which may exceed the limit. */
export function labelFaults({ wanted, fault }: Step): Fault[] {
  if (Object.keys(wanted.labels).length <= labelLimit) return []
  return [fault(['labels'], `would exceed the limit of ${labelLimit} labels`)]
}

function unitFaults({ wanted, fault }: Step): Fault[] {
  const { unit } = asDefinition(wanted)
  const detail = unit === null ? undefined : unitFault(unit)
  return detail ? [fault(['unit'], detail)] : []
}

function typeFaults({ wanted, fault }: Step, { metricDefinitions }: Known): Fault[] {
  const { attributesSchema, metrics } = asType(wanted)
  const unusable = attributesSchema === null ? undefined : attributesSchemaFault(attributesSchema)
  return [
    ...(unusable ? [fault(['attributesSchema'], unusable)] : []),
    ...metricFaults(metrics, metricDefinitions, fault),
  ]
}
