import { Select, TextInput } from '@mantine/core'
import { texts } from '#texts/reference.tsx'
import type { Parameter } from './document.ts'

interface ParameterInputProps {
  readonly parameter: Parameter
  /** Not sent if empty. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Input for a parameter: a select if the schema lists its values, otherwise a text field. */
export function ParameterInput({ parameter, value, onChange }: ParameterInputProps) {
  const { name, required = false, schema, example } = parameter
  if (schema?.enum) {
    return (
      <Select
        label={name}
        required={required}
        clearable={!required}
        clearButtonProps={{ 'aria-label': texts.trial.clear(name) }}
        data={schema.enum.map(String)}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={name}
      required={required}
      placeholder={example === undefined ? '' : String(example)}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
