import type { Call, ThingType } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { jsonText, readJson } from '#form/json.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts } from '#texts/definitions-types.ts'
import { texts as kinds } from '#texts/kinds.ts'

/** A row of the metrics form; `row` is a stable React key, so that the focus stays in place. */
export interface MetricRow {
  readonly key: string
  readonly metricDefinitionId: string | null
  readonly required: boolean
  readonly row: string
}

export interface TypeValues extends CommonValues {
  metrics: MetricRow[]
  /** A JSON Schema; empty if there is none. */
  attributesSchema: string
  unknownMetrics: ThingType['unknownMetrics']
}

export type TypeDraft = Call<'thingTypes.create'>['body']

let rows = 0

export function metricRow(metric: Partial<Omit<MetricRow, 'row'>> = {}): MetricRow {
  rows += 1
  return { key: '', metricDefinitionId: null, required: false, ...metric, row: `metric-${rows}` }
}

export const typeKind: ResourceKind<TypeValues, TypeDraft, ThingType> = {
  words: kinds.thingType,
  create: 'thingTypes.create',
  update: 'thingTypes.update',
  empty: () => ({ ...emptyCommon(), metrics: [], attributesSchema: '', unknownMetrics: 'reject' }),
  valuesOf: (type) => ({
    ...commonOf(type),
    metrics: type.metrics.map(metricRow),
    attributesSchema: jsonText(type.attributesSchema),
    unknownMetrics: type.unknownMetrics,
  }),
  read(values) {
    const { faults, add } = makeFaults()
    for (const [i, { metricDefinitionId }] of values.metrics.entries()) {
      if (metricDefinitionId === null)
        add(`metrics/${i}/metricDefinitionId`, texts.fields.mustChoose)
    }
    const body = {
      ...readCommon(values, add),
      metrics: values.metrics.map(({ key, metricDefinitionId, required }) => ({
        key: key.trim(),
        metricDefinitionId: metricDefinitionId ?? '',
        required,
      })),
      attributesSchema: readJson(values.attributesSchema, 'attributesSchema', add) ?? null,
      unknownMetrics: values.unknownMetrics,
    }
    return { body, faults }
  },
}
