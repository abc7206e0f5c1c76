import {
  fleetDraft,
  mappingDraft,
  metricDefinitionDraft,
  siteDraft,
  type TemplateKind,
  thingDraft,
  thingTypeDraft,
} from '@sluice/contract'
import type { z } from 'zod'

/** The schemas of direct calls by kind: a template can create nothing that they would refuse. */
export const draftSchemas = {
  metricDefinition: metricDefinitionDraft,
  thingType: thingTypeDraft,
  site: siteDraft,
  fleet: fleetDraft,
  thing: thingDraft,
  mapping: mappingDraft,
} as const satisfies Record<TemplateKind, z.ZodObject>

/** Names for people. */
export const kindNames: Record<TemplateKind, string> = {
  metricDefinition: 'metric definition',
  thingType: 'thing type',
  site: 'site',
  fleet: 'fleet',
  thing: 'thing',
  mapping: 'mapping',
}
