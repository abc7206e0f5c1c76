import { type Call, type Mapping, plainExpressions } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { jsonText, readJson } from '#form/json.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'
import { matchersText, readMatchers } from './matchers.ts'

export interface MappingValues extends CommonValues {
  protocol: Mapping['protocol']
  isDefault: boolean
  /** Empty for the protocol's default. */
  thing: string
  metric: string
  match: string
  drop: string
  /** A JSON object; empty if there is none. */
  metrics: string
  ignoredLabels: string[]
  refusesUnmapped: boolean
  replacesCharacters: boolean
  createMissing: string | null
}

export type MappingDraft = Call<'mappings.create'>['body']

export const mappingKind: ResourceKind<MappingValues, MappingDraft, Mapping> = {
  words: kinds.mapping,
  create: 'mappings.create',
  update: 'mappings.update',
  empty: () => ({
    ...emptyCommon(),
    ...{ protocol: 'influx', isDefault: false, thing: '', metric: '', match: '', drop: '' },
    ...{ metrics: '', ignoredLabels: [], refusesUnmapped: false, replacesCharacters: false },
    createMissing: null,
  }),
  valuesOf: (mapping) => ({
    ...commonOf(mapping),
    protocol: mapping.protocol,
    isDefault: mapping.isDefault,
    thing: mapping.thing,
    metric: mapping.metric,
    match: matchersText(mapping.match),
    drop: matchersText(mapping.drop),
    metrics: jsonText(mapping.metrics),
    ignoredLabels: mapping.ignoredLabels,
    refusesUnmapped: mapping.unmappedLabels === 'refuse',
    replacesCharacters: mapping.invalidCharacters === 'replace',
    createMissing: mapping.createMissing,
  }),
  read(values) {
    const { faults, add } = makeFaults()
    const { protocol, isDefault, ignoredLabels, createMissing } = values
    const plain = plainExpressions[protocol]
    const body = {
      ...readCommon(values, add),
      ...{ protocol, isDefault, ignoredLabels, createMissing },
      thing: values.thing.trim() || plain.thing,
      metric: values.metric.trim() || plain.metric,
      match: readMatchers(values.match, 'match', add),
      drop: readMatchers(values.drop, 'drop', add),
      metrics: (readJson(values.metrics, 'metrics', add) ?? {}) as MappingDraft['metrics'] & object,
      unmappedLabels: values.refusesUnmapped ? ('refuse' as const) : ('allow' as const),
      invalidCharacters: values.replacesCharacters ? ('replace' as const) : ('refuse' as const),
    }
    return { body, faults }
  },
}
