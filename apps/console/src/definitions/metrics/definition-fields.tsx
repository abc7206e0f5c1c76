'use client'

import { NumberInput, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { valueTypes } from '@sluice/contract'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { texts } from '#texts/definitions-metrics.ts'
import type { DefinitionValues } from './kind.ts'

const kinds = [
  { value: 'gauge', label: texts.kinds.gauge },
  { value: 'counter', label: texts.kinds.counter },
  { value: 'state', label: texts.kinds.state },
]

/** The fields of a metric definition besides name and labels; bounds only for types that have them. */
export function DefinitionFields({ form }: { form: ResourceFormOf<DefinitionValues> }) {
  const { valueType, min, max, enum: allowed } = form.values
  const isNumeric = valueType === 'number' || valueType === 'integer'
  // Fields that do not suit the value type stay visible while filled, so that they can be cleared.
  const hasBounds = isNumeric || min !== '' || max !== ''
  const hasWords = valueType === 'string' || allowed.length > 0
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label={texts.valueType}
          data={[...valueTypes]}
          {...form.getInputProps('valueType')}
        />
        <Select label={texts.kind} data={kinds} {...form.getInputProps('kind')} />
        <TextInput
          label={texts.unit}
          description={texts.unitHint}
          maxLength={64}
          spellCheck={false}
          {...form.getInputProps('unit')}
        />
        <NumberInput
          label={texts.fields.expected}
          description={texts.fields.expectedHint}
          hideControls
          {...form.getInputProps('expectedIntervalSeconds')}
        />
        {hasBounds && (
          <NumberInput label={texts.fields.min} hideControls {...form.getInputProps('min')} />
        )}
        {hasBounds && (
          <NumberInput label={texts.fields.max} hideControls {...form.getInputProps('max')} />
        )}
      </SimpleGrid>
      {hasWords && (
        <TagsInput
          label={texts.fields.words}
          description={texts.fields.wordsHint}
          comboboxProps={{ shadow: 'none' }}
          {...form.getInputProps('enum')}
        />
      )}
      <NumberInput
        label={texts.fields.retention}
        description={texts.fields.retentionHint}
        hideControls
        {...form.getInputProps('retentionDays')}
      />
    </>
  )
}
