'use client'

import { Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { mappingProtocols, plainExpressions } from '@sluice/contract'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { JsonField } from '#form/json-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import type { MappingValues } from './kind.ts'
import { protocols } from './protocols.ts'

const choices = mappingProtocols.map((value) => ({ value, label: protocols[value].label }))

interface MappingFieldsProps {
  readonly form: ResourceFormOf<MappingValues>
  readonly isNew: boolean
}

/** What a mapping has beyond a name and labels; of a new one what it cannot do without. */
export function MappingFields({ form, isNew }: MappingFieldsProps) {
  const plain = plainExpressions[form.values.protocol]
  return (
    <>
      {isNew && <Select label="Protocol" data={choices} {...form.getInputProps('protocol')} />}
      <TextInput
        label="Thing"
        description="Its id, with labels in braces. Commas separate alternatives."
        placeholder={plain.thing}
        spellCheck={false}
        {...form.getInputProps('thing')}
      />
      <TextInput
        label="Metric"
        description="Its key, in the same way."
        placeholder={plain.metric}
        spellCheck={false}
        {...form.getInputProps('metric')}
      />
      <Switch
        label="Use by default"
        description="For calls of the protocol that name no mapping and no labels"
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      {!isNew && <MoreFields form={form} />}
    </>
  )
}

function MoreFields({ form }: { form: ResourceFormOf<MappingValues> }) {
  const { createMissing } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <JsonField
          label="Take"
          description="A matcher a line. Empty: everything."
          placeholder='{"measurement": "cpu*"}'
          {...form.getInputProps('match')}
        />
        <JsonField
          label="Drop"
          description="Of what is taken, a matcher a line."
          placeholder='{"mode": "guest*"}'
          {...form.getInputProps('drop')}
        />
      </SimpleGrid>
      <JsonField
        label="Other keys and scales"
        description="By the key that the expression makes."
        placeholder='{"temp_f": {"key": "temperature", "factor": 0.5556, "offset": -17.78}}'
        {...form.getInputProps('metrics')}
      />
      <TagsInput
        label="Ignored labels"
        description="They tell no series from another. Press Enter to add one; * stands for any text."
        comboboxProps={{ shadow: 'none' }}
        {...form.getInputProps('ignoredLabels')}
      />
      <ChoiceSelect
        kind="thingType"
        label="Create missing things as"
        description="The thing type. Empty: samples of missing things are refused."
        clearable
        value={createMissing}
        onChange={(id) => form.setFieldValue('createMissing', id)}
        error={form.errors.createMissing}
      />
      <Switch
        label="Refuse unmapped labels"
        description="No two series can become one unseen"
        {...form.getInputProps('refusesUnmapped', { type: 'checkbox' })}
      />
      <Switch
        label="Replace other characters by _"
        description="In labels, where an id or a key cannot have them"
        {...form.getInputProps('replacesCharacters', { type: 'checkbox' })}
      />
    </>
  )
}
