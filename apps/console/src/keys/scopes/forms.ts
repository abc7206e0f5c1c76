import type { ChoiceKind } from '#choices/kinds.ts'
import { texts } from '#texts/keys-scopes.ts'

/** Kinds of resources that the picker offers. Other filters are written by hand. */
export const scopeKinds = [
  'everything',
  'things',
  'siteThings',
  'fleetThings',
  'site',
  'fleet',
  'thingType',
  'metric',
  'mapping',
  'template',
  'integration',
  'key',
  'organization',
] as const
export type ScopeKind = (typeof scopeKinds)[number]

interface Form {
  readonly label: string
  /** A filter with slots in braces. */
  readonly pattern: string
  /** The kind of resource of each slot. */
  readonly slots: readonly ChoiceKind[]
}

export const scopeForms: Record<ScopeKind, Form> = {
  everything: { label: texts.forms.everything, pattern: '#', slots: [] },
  things: { label: texts.forms.things, pattern: 'THING/{0}/{1}', slots: ['thingType', 'thing'] },
  siteThings: {
    label: texts.forms.thingsInASite,
    pattern: 'PLACE/Site/{0}/THING/{1}/{2}',
    slots: ['site', 'thingType', 'thing'],
  },
  fleetThings: {
    label: texts.forms.thingsInAFleet,
    pattern: 'PLACE/Fleet/{0}/THING/{1}/{2}',
    slots: ['fleet', 'thingType', 'thing'],
  },
  site: { label: texts.forms.sites, pattern: 'PLACE/Site/{0}', slots: ['site'] },
  fleet: { label: texts.forms.fleets, pattern: 'PLACE/Fleet/{0}', slots: ['fleet'] },
  thingType: {
    label: texts.forms.thingTypes,
    pattern: 'DEFINITION/ThingType/{0}',
    slots: ['thingType'],
  },
  metric: {
    label: texts.forms.metricDefinitions,
    pattern: 'DEFINITION/Metric/{0}',
    slots: ['metric'],
  },
  mapping: { label: texts.forms.mappings, pattern: 'DEFINITION/Mapping/{0}', slots: ['mapping'] },
  template: {
    label: texts.forms.templates,
    pattern: 'DEFINITION/Template/{0}',
    slots: ['template'],
  },
  integration: {
    label: texts.forms.integrations,
    pattern: 'INTEGRATION/{0}',
    slots: ['integration'],
  },
  key: { label: texts.forms.keys, pattern: 'KEY/{0}', slots: ['key'] },
  organization: { label: texts.forms.organization, pattern: 'ORGANIZATION', slots: [] },
}

export interface Picked {
  readonly kind: ScopeKind
  /** An id or `#` for each slot of the form. */
  readonly values: readonly string[]
}

/** The kind and values of a filter; undefined if the picker cannot show it. */
export function pickedBy(filter: string): Picked | undefined {
  const segments = filter.split('/')
  for (const kind of scopeKinds) {
    const values = valuesIn(scopeForms[kind].pattern.split('/'), segments)
    if (values) return { kind, values }
  }
  return undefined
}

export function filterOf({ kind, values }: Picked): string {
  return scopeForms[kind].pattern.replace(/\{(\d)\}/g, (_, slot) => values[Number(slot)] || '#')
}

function valuesIn(form: readonly string[], segments: readonly string[]): string[] | undefined {
  if (form.length !== segments.length) return undefined
  const values: string[] = []
  for (const [place, word] of form.entries()) {
    const segment = segments[place] ?? ''
    if (word.startsWith('{')) values.push(segment)
    else if (word !== segment) return undefined
  }
  return values.includes('') ? undefined : values
}
