export const texts = {
  /** In a sentence. */
  noun: {
    thing: 'thing',
    thingType: 'thing type',
    site: 'site',
    fleet: 'fleet',
    metric: 'metric definition',
    mapping: 'mapping',
    template: 'template',
    integration: 'integration',
    key: 'key',
  },
  nothingFound: 'Nothing found',
  more: 'Type to see more',
  clear: (label: string) => `Clear: ${label}`,
}
