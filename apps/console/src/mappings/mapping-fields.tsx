'use client'

import { Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { mappingProtocols, plainExpressions } from '@sluice/contract'
import { ChoiceSelect } from '#choices/choice-select.tsx'
import { JsonField } from '#form/json-field.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { texts } from '#texts/mappings.ts'
import type { MappingValues } from './kind.ts'

const choices = mappingProtocols.map((value) => ({ value, label: texts.protocols[value] }))

interface MappingFieldsProps {
  readonly form: ResourceFormOf<MappingValues>
  readonly isNew: boolean
}

/** The fields of a mapping besides name and labels. A new mapping shows only the essential ones. */
export function MappingFields({ form, isNew }: MappingFieldsProps) {
  const plain = plainExpressions[form.values.protocol]
  return (
    <>
      {isNew && (
        <Select label={texts.protocol} data={choices} {...form.getInputProps('protocol')} />
      )}
      <TextInput
        label={texts.thing}
        description={texts.fields.thingHint}
        placeholder={plain.thing}
        spellCheck={false}
        {...form.getInputProps('thing')}
      />
      <TextInput
        label={texts.metric}
        description={texts.fields.metricHint}
        placeholder={plain.metric}
        spellCheck={false}
        {...form.getInputProps('metric')}
      />
      <Switch
        label={texts.fields.isDefault}
        description={texts.fields.isDefaultHint}
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
          label={texts.fields.take}
          description={texts.fields.takeHint}
          placeholder={texts.fields.takeExample}
          {...form.getInputProps('match')}
        />
        <JsonField
          label={texts.fields.drop}
          description={texts.fields.dropHint}
          placeholder={texts.fields.dropExample}
          {...form.getInputProps('drop')}
        />
      </SimpleGrid>
      <JsonField
        label={texts.fields.keys}
        description={texts.fields.keysHint}
        placeholder={texts.fields.keysExample}
        {...form.getInputProps('metrics')}
      />
      <TagsInput
        label={texts.fields.ignored}
        description={texts.fields.ignoredHint}
        comboboxProps={{ shadow: 'none' }}
        {...form.getInputProps('ignoredLabels')}
      />
      <ChoiceSelect
        kind="thingType"
        label={texts.fields.createMissing}
        description={texts.fields.createMissingHint}
        clearable
        value={createMissing}
        onChange={(id) => form.setFieldValue('createMissing', id)}
        error={form.errors.createMissing}
      />
      <Switch
        label={texts.fields.refuseUnmapped}
        description={texts.fields.refuseUnmappedHint}
        {...form.getInputProps('refusesUnmapped', { type: 'checkbox' })}
      />
      <Switch
        label={texts.fields.replace}
        description={texts.fields.replaceHint}
        {...form.getInputProps('replacesCharacters', { type: 'checkbox' })}
      />
    </>
  )
}
