import type { Mapping, Thing, ThingType } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { findMetricDefinitions, findThingTypes } from '../../definitions/index.ts'
import { loadReferred } from '../../things/index.ts'
import type { Known } from '../kinds/kind.ts'
import { isChanged, type Step } from './step.ts'

/** What the resources of a plan may refer to: existing resources, and those of the plan. */
export async function knownTo(ctx: Context, steps: readonly Step[]): Promise<Known> {
  const wanted = (kind: Step['kind']) =>
    steps.filter((step) => step.kind === kind).map((step) => step.wanted as unknown)
  const things = wanted('thing') as Thing[]
  const types = wanted('thingType') as ThingType[]
  // Types changed by the plan are taken in their new state, and written only if nobody else has changed them.
  const changed = steps.filter((step) => step.kind === 'thingType' && isChanged(step))
  const idsOf = (kind: Step['kind']) =>
    steps.filter((step) => step.kind === kind).map(({ id }) => id)
  const definitionIds = types.flatMap(({ metrics }) =>
    metrics.map(({ metricDefinitionId }) => metricDefinitionId),
  )
  const mappings = wanted('mapping') as Mapping[]
  const created = mappings.flatMap(({ createMissing }) => createMissing ?? [])
  const [referred, definitions, createdTypes] = await Promise.all([
    loadReferred(ctx, things),
    findMetricDefinitions(ctx, definitionIds),
    findThingTypes(ctx, created),
  ])
  return {
    types: new Map([
      ...referred.types,
      ...[...createdTypes, ...(changed.map((step) => step.wanted as unknown) as ThingType[])].map(
        (type) => [type.id, type] as const,
      ),
    ]),
    sites: new Set([...referred.sites, ...idsOf('site')]),
    fleets: new Set([...referred.fleets, ...idsOf('fleet')]),
    metricDefinitions: new Set([...definitions.map(({ id }) => id), ...idsOf('metricDefinition')]),
  }
}
