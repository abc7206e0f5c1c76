import { Select, TextInput } from '@mantine/core'
import { texts } from '#texts/reference.tsx'
import type { Parameter } from './document.ts'

interface ParameterInputProps {
  readonly parameter: Parameter
  /** Empty: not sent. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A parameter of a call that is tried: chosen where the schema lists its values, typed else. */
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
