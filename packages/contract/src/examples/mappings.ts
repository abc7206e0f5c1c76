import { stamps } from './times.ts'

/** Answers about mappings, by the name of their schema. */
export const mappingAnswers = {
  Mapping: {
    ...{ id: 'hosts', name: 'Hosts', description: '', labels: {} },
    ...{ protocol: 'prometheus', isDefault: true },
    ...{ thing: '{site}-{host}', metric: '{__name__}_{mode},{__name__}' },
    ...{ match: [{ __name__: 'node_*' }], drop: [], ignoredLabels: ['job', 'replica'] },
    ...{ unmappedLabels: 'allow', invalidCharacters: 'replace', createMissing: 'host' },
    metrics: { node_load1: { key: 'load' } },
    ...stamps,
  },
  MappingTrial: {
    samples: [
      {
        source: 'node_load1{host="a7", site="oslo", cpu="0"}',
        ...{ thingId: 'oslo-a7', metric: 'load', value: 0.31 },
        ...{ timestamp: '2026-06-01T11:30:00.000Z', outcome: 'accepted', createsThing: false },
        ...{ detail: null, unmappedLabels: ['cpu'] },
      },
      {
        source: 'go_goroutines{host="a7", site="oslo"}',
        ...{ thingId: null, metric: null, value: 12 },
        ...{ timestamp: '2026-06-01T11:30:00.000Z', outcome: 'dropped', createsThing: false },
        ...{ detail: 'fits none of match', unmappedLabels: [] },
      },
    ],
    collisions: [],
    errors: [],
    truncated: false,
  },
}
