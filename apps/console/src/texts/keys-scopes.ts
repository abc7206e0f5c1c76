import { plural } from './plural.ts'

export const texts = {
  forms: {
    everything: 'Everything',
    things: 'Things',
    thingsInASite: 'Things in a site',
    thingsInAFleet: 'Things in a fleet',
    sites: 'Sites',
    fleets: 'Fleets',
    thingTypes: 'Thing types',
    metricDefinitions: 'Metric definitions',
    mappings: 'Mappings',
    templates: 'Templates',
    integrations: 'Integrations',
    keys: 'Keys',
    organization: 'Organization',
  },
  custom: 'Custom filter',
  row: {
    action: (number: number) => `Action of scope ${number}`,
    about: (number: number) => `Scope ${number} is about`,
    remove: (number: number) => `Remove scope ${number}`,
    filter: (number: number) => `Resource filter of scope ${number}`,
  },
  looking: 'Looking…',
  slots: {
    labels: {
      site: 'Site',
      fleet: 'Fleet',
      thingType: 'Thing type',
      thing: 'Thing',
      metric: 'Metric',
      mapping: 'Mapping',
      template: 'Template',
      integration: 'Integration',
      key: 'Key',
    },
    any: (label: string) => `Any ${label.toLowerCase()}`,
    of: (label: string, scope: string) => `${label} of ${scope}`,
  },
  matches: {
    none: (what: string) => `Matches no ${what} now.`,
    now: (what: string, count: number, names: string) =>
      `Matches ${plural(count, { one: `# ${what}`, other: `# ${what}s` })} now: ${names}`,
    more: (what: string, count: number, names: string) =>
      `Matches more than ${plural(count, { one: `# ${what}`, other: `# ${what}s` })} now: ${names}`,
    notShown: 'Current matches are not shown for this form of filter.',
    everything: 'Matches everything, including future resources.',
    organization: 'Matches the organization’s settings and audit log.',
  },
  /** What a scope allows, with what it is about. */
  verbs: {
    read: (what: string) => `Read ${what}`,
    write: (what: string) => `Write ${what}`,
    admin: (what: string) => `Administer ${what}`,
    '*': (what: string) => `Read, write and administer ${what}`,
  },
  about: {
    filter: (filter: string) => `everything that ${filter} matches`,
    everything: 'everything in the organization',
    organization: 'the organization’s settings and audit log',
    things: {
      all: 'all things',
      ofType: (type: string) => `all things of the type ${type}`,
      one: (thing: string) => `the thing ${thing}`,
      oneOfType: (thing: string, type: string) => `the thing ${thing}, while of the type ${type}`,
    },
    in: {
      anySite: (things: string) => `${things} in any site`,
      site: (things: string, site: string) => `${things} in the site ${site}`,
      anyFleet: (things: string) => `${things} in any fleet`,
      fleet: (things: string, fleet: string) => `${things} in the fleet ${fleet}`,
    },
    all: {
      site: 'all sites',
      fleet: 'all fleets',
      thingType: 'all thing types',
      metric: 'all metric definitions',
      mapping: 'all mappings',
      template: 'all templates',
      integration: 'all integrations',
      key: 'all keys',
    },
    one: {
      site: (id: string) => `the site ${id}`,
      fleet: (id: string) => `the fleet ${id}`,
      thingType: (id: string) => `the thing type ${id}`,
      metric: (id: string) => `the metric definition ${id}`,
      mapping: (id: string) => `the mapping ${id}`,
      template: (id: string) => `the template ${id}`,
      integration: (id: string) => `the integration ${id}`,
      key: (id: string) => `the key ${id}`,
    },
  },
  /** Of a table. */
  summary: {
    everything: 'Everything',
    nothing: 'Nothing',
    and: ' and ',
    all: (actions: string) => `${actions} everything`,
    more: (first: string, count: number) => `${first}, ${count} more`,
  },
}
