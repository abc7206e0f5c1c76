import { type PluralForms, plural } from './plural.ts'

/** Texts about a kind of resource. */
export interface KindTexts {
  readonly create: string
  readonly createTitle: string
  readonly delete: string
  /** A count with the noun, as the object of a sentence. */
  readonly counted: (count: number) => string
}

function kind(titles: Omit<KindTexts, 'counted'>, forms: PluralForms): KindTexts {
  return { ...titles, counted: (count) => plural(count, forms) }
}

export const texts = {
  thing: kind(
    { create: 'Create thing', createTitle: 'Create a thing', delete: 'Delete thing' },
    { one: '# thing', other: '# things' },
  ),
  thingType: kind(
    {
      create: 'Create thing type',
      createTitle: 'Create a thing type',
      delete: 'Delete thing type',
    },
    { one: '# thing type', other: '# thing types' },
  ),
  site: kind(
    { create: 'Create site', createTitle: 'Create a site', delete: 'Delete site' },
    { one: '# site', other: '# sites' },
  ),
  fleet: kind(
    { create: 'Create fleet', createTitle: 'Create a fleet', delete: 'Delete fleet' },
    { one: '# fleet', other: '# fleets' },
  ),
  metric: kind(
    {
      create: 'Create metric definition',
      createTitle: 'Create a metric definition',
      delete: 'Delete metric definition',
    },
    { one: '# metric definition', other: '# metric definitions' },
  ),
  mapping: kind(
    { create: 'Create mapping', createTitle: 'Create a mapping', delete: 'Delete mapping' },
    { one: '# mapping', other: '# mappings' },
  ),
  template: kind(
    { create: 'Create template', createTitle: 'Create a template', delete: 'Delete template' },
    { one: '# template', other: '# templates' },
  ),
  integration: kind(
    {
      create: 'Create integration',
      createTitle: 'Create an integration',
      delete: 'Delete integration',
    },
    { one: '# integration', other: '# integrations' },
  ),
  key: kind(
    { create: 'Create key', createTitle: 'Create a key', delete: 'Delete key' },
    { one: '# key', other: '# keys' },
  ),
}
