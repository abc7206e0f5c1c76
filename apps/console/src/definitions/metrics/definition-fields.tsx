'use client'

import { NumberInput, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { valueTypes } from '@sluice/contract'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import type { DefinitionValues } from './kind.ts'

const kinds = [
  { value: 'gauge', label: 'gauge: a reading' },
  { value: 'counter', label: 'counter: a running total' },
  { value: 'state', label: 'state: one of several' },
]

/** What a metric definition has beyond a name and labels; bounds only where its values have them. */
export function DefinitionFields({ form }: { form: ResourceFormOf<DefinitionValues> }) {
  const { valueType, min, max, enum: allowed } = form.values
  const isNumeric = valueType === 'number' || valueType === 'integer'
  // What does not go with the values stays in sight, so that it can be taken away.
  const hasBounds = isNumeric || min !== '' || max !== ''
  const hasWords = valueType === 'string' || allowed.length > 0
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select label="Values" data={[...valueTypes]} {...form.getInputProps('valueType')} />
        <Select label="Kind" data={kinds} {...form.getInputProps('kind')} />
        <TextInput
          label="Unit"
          description="A UCUM code: Cel, m/s, kW.h, %"
          maxLength={64}
          spellCheck={false}
          {...form.getInputProps('unit')}
        />
        <NumberInput
          label="Expected every, in seconds"
          description="After twice this time without data, the metric is stale."
          hideControls
          {...form.getInputProps('expectedIntervalSeconds')}
        />
        {hasBounds && <NumberInput label="Smallest" hideControls {...form.getInputProps('min')} />}
        {hasBounds && <NumberInput label="Largest" hideControls {...form.getInputProps('max')} />}
      </SimpleGrid>
      {hasWords && (
        <TagsInput
          label="Allowed words"
          description="Press Enter to add one. Empty: any word is allowed."
          comboboxProps={{ shadow: 'none' }}
          {...form.getInputProps('enum')}
        />
      )}
      <NumberInput
        label="Kept for, in days"
        description="Older samples are refused, and deleted within two days. Empty: the organization's setting."
        hideControls
        {...form.getInputProps('retentionDays')}
      />
    </>
  )
}
