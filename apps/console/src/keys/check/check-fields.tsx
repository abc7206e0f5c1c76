import { Group, JsonInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ActorName } from '@sluice/contract'
import { TimeField } from '#form/time-field.tsx'
import { texts } from '#texts/keys-change.tsx'
import {
  emptyQuestion,
  exampleBody,
  operationGroups,
  parametersOf,
  type Question,
} from './question.ts'

export function CheckFields({ form }: { form: UseFormReturnType<Question> }) {
  const { operation, params } = form.values

  function choose(chosen: string | null) {
    if (!chosen) return
    const next = emptyQuestion(chosen as ActorName, form.values.address)
    form.setValues({ ...next, params, at: form.values.at })
  }

  return (
    <>
      <Select
        label={texts.check.operation}
        data={operationGroups}
        searchable
        value={operation}
        onChange={choose}
        error={form.errors.operation}
      />
      {parametersOf(operation).map((name) => (
        <TextInput
          key={name}
          label={name}
          spellCheck={false}
          value={params[name] ?? ''}
          error={form.errors[`params.${name}`]}
          onChange={(event) => form.setFieldValue(`params.${name}`, event.currentTarget.value)}
        />
      ))}
      {exampleBody(operation) !== '' && (
        <JsonInput
          label={texts.check.body}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('body')}
        />
      )}
      <Group gap="md" align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
        <TextInput
          label={texts.check.address}
          spellCheck={false}
          placeholder={texts.check.any}
          {...form.getInputProps('address')}
        />
        <TimeField label={texts.check.at} {...form.getInputProps('at')} />
      </Group>
    </>
  )
}
