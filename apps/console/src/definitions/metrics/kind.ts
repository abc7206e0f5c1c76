import type { Call, MetricDefinition } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'

/** The value of a number field; an empty string if it is empty. */
type NumberText = number | string

export interface DefinitionValues extends CommonValues {
  valueType: MetricDefinition['valueType']
  kind: MetricDefinition['kind']
  unit: string
  min: NumberText
  max: NumberText
  enum: string[]
  expectedIntervalSeconds: NumberText
  retentionDays: NumberText
}

export type DefinitionDraft = Call<'metricDefinitions.create'>['body']

export const definitionKind: ResourceKind<DefinitionValues, DefinitionDraft, MetricDefinition> = {
  words: kinds.metric,
  create: 'metricDefinitions.create',
  update: 'metricDefinitions.update',
  empty: () => ({
    ...emptyCommon(),
    ...{ valueType: 'number', kind: 'gauge', unit: '', min: '', max: '', enum: [] },
    ...{ expectedIntervalSeconds: '', retentionDays: '' },
  }),
  valuesOf: (definition) => ({
    ...commonOf(definition),
    valueType: definition.valueType,
    kind: definition.kind,
    unit: definition.unit ?? '',
    min: definition.min ?? '',
    max: definition.max ?? '',
    enum: definition.enum,
    expectedIntervalSeconds: definition.expectedIntervalSeconds ?? '',
    retentionDays: definition.retentionDays ?? '',
  }),
  read(values) {
    const { faults, add } = makeFaults()
    const body = {
      ...readCommon(values, add),
      valueType: values.valueType,
      kind: values.kind,
      unit: values.unit.trim() || null,
      min: numberOf(values.min),
      max: numberOf(values.max),
      enum: values.enum,
      expectedIntervalSeconds: numberOf(values.expectedIntervalSeconds),
      retentionDays: numberOf(values.retentionDays),
    }
    return { body, faults }
  },
}

function numberOf(text: NumberText): number | null {
  return text === '' ? null : Number(text)
}
