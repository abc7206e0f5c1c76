import { JsonInput, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { TemplateParameter } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'
import { texts } from '#texts/templates-parameters.ts'
import { fieldKindOf } from './field-kind.ts'
import { RowsField } from './rows-field.tsx'
import type { FieldValue, Row } from './values.ts'

export interface FieldProps {
  readonly parameter: TemplateParameter
  readonly value: FieldValue
  /** Messages by field path: `stations`, `stations.4.name`. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (value: FieldValue) => void
}

/** The field that suits a parameter's schema. */
export function ParameterField({ parameter, value, errors, onChange }: FieldProps) {
  const { name, title, description, default: preset } = parameter
  const kind = fieldKindOf(parameter)
  const words = { label: title ?? name, description: description || undefined }
  const common = { ...words, error: memberOf(errors, name), required: preset === undefined }
  switch (kind.field) {
    case 'choice':
      return (
        <Select
          {...common}
          data={[...kind.choices]}
          value={value === '' ? null : String(value)}
          onChange={(choice) => onChange(choice ?? '')}
        />
      )
    case 'boolean':
      return (
        <Switch
          {...words}
          error={memberOf(errors, name)}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          value={value as number | ''}
          {...(kind.min !== undefined && { min: kind.min })}
          {...(kind.max !== undefined && { max: kind.max })}
          clampBehavior="none"
          allowDecimal={!kind.isWhole}
          hideControls
          onChange={onChange}
        />
      )
    case 'rows':
      return (
        <RowsField
          {...{ ...words, name, errors, onChange, columns: kind.columns }}
          rows={value as readonly Row[]}
        />
      )
    case 'lines':
      return (
        <Textarea
          {...common}
          placeholder={texts.lines}
          autosize
          minRows={3}
          maxRows={12}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'json':
      return (
        <JsonInput
          {...common}
          placeholder={texts.json}
          autosize
          minRows={3}
          maxRows={16}
          value={String(value)}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <TextInput
          {...common}
          spellCheck={false}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
