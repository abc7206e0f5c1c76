import type { Call, MetricDefinition } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts } from '#texts/definitions-metrics.ts'
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

type NumberField = 'min' | 'max' | 'expectedIntervalSeconds' | 'retentionDays'

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
    const numberOf = (field: NumberField) => {
      const number = Number(values[field])
      // As JSON it would be null, like an empty field: `-` for example.
      if (!Number.isFinite(number)) add(field, texts.fields.notNumber)
      return values[field] === '' ? null : number
    }
    const body = {
      ...readCommon(values, add),
      valueType: values.valueType,
      kind: values.kind,
      unit: values.unit.trim() || null,
      min: numberOf('min'),
      max: numberOf('max'),
      enum: values.enum,
      expectedIntervalSeconds: numberOf('expectedIntervalSeconds'),
      retentionDays: numberOf('retentionDays'),
    }
    return { body, faults }
  },
}
