import { plural } from './plural.ts'

export const texts = {
  title: 'Templates',
  lead: 'A template describes resources and can have parameters. Apply it to create the resources.',
  failed: 'The templates could not be loaded',
  oneFailed: 'The template could not be loaded',
  create: 'Create template',
  own: 'Your own',
  builtIn: 'Built in',
  makes: (what: string) => `Creates ${what}.`,
  copy: 'Copy',
  edit: 'Edit',
  deleteOpens: 'Delete…',
  deleteText: 'The records of its applications are deleted too. The resources stay.',
  facts: {
    title: 'Details',
    id: 'Id',
    makes: 'Creates',
    origin: 'Origin',
    originBuiltIn: 'Built in, cannot be changed',
    originOwn: 'Your own',
    labels: 'Labels',
    created: 'Created',
    updated: 'Updated',
  },
  /** Names of resource kinds in a plan. */
  kind: {
    metricDefinition: 'metric definition',
    thingType: 'thing type',
    site: 'site',
    fleet: 'fleet',
    thing: 'thing',
    mapping: 'mapping',
  },
  counted: {
    metricDefinition: (count: number) =>
      plural(count, { one: '# metric definition', other: '# metric definitions' }),
    thingType: (count: number) => plural(count, { one: '# thing type', other: '# thing types' }),
    site: (count: number) => plural(count, { one: '# site', other: '# sites' }),
    fleet: (count: number) => plural(count, { one: '# fleet', other: '# fleets' }),
    thing: (count: number) => plural(count, { one: '# thing', other: '# things' }),
    mapping: (count: number) => plural(count, { one: '# mapping', other: '# mappings' }),
  },
  /** As many as a parameter sets. */
  countedBy: {
    metricDefinition: (parameter: string) => `metric definitions as set by “${parameter}”`,
    thingType: (parameter: string) => `thing types as set by “${parameter}”`,
    site: (parameter: string) => `sites as set by “${parameter}”`,
    fleet: (parameter: string) => `fleets as set by “${parameter}”`,
    thing: (parameter: string) => `things as set by “${parameter}”`,
    mapping: (parameter: string) => `mappings as set by “${parameter}”`,
  },
}
