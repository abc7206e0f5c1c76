import { JsonInput, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { TemplateParameter } from '@sluice/contract'
import { cut } from '#format/cut.ts'
import { texts } from '#texts/templates-parameters.ts'
import { faultText } from './fault-fields.ts'
import { fieldKindOf } from './field-kind.ts'
import type { Row } from './rows.ts'
import { RowsField } from './rows-field.tsx'
import type { FieldValue } from './values.ts'

export interface FieldProps {
  readonly parameter: TemplateParameter
  readonly value: FieldValue
  /** Messages by field path: `stations`, `stations.4.name`. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (value: FieldValue) => void
}

/** Characters of a default that an empty field shows. */
const PRESET_SHOWN = 80

/** The field that suits a parameter's schema. */
export function ParameterField({ parameter, value, errors, onChange }: FieldProps) {
  const { name, title, description, default: preset } = parameter
  const kind = fieldKindOf(parameter)
  const words = { label: title ?? name, description: description || undefined }
  const error = faultText(errors, name, kind.field)
  const common = { ...words, error, required: preset === undefined }
  // A field that is left empty is not sent, except as a text or a list.
  const presetWords = () =>
    preset === undefined ? undefined : texts.preset(cut(JSON.stringify(preset), PRESET_SHOWN))
  switch (kind.field) {
    case 'choice':
      return (
        <Select
          {...common}
          placeholder={presetWords()}
          data={[...kind.choices]}
          value={value === '' ? null : String(value)}
          onChange={(choice) => onChange(choice ?? '')}
        />
      )
    case 'boolean':
      return (
        <Switch
          {...words}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          placeholder={presetWords()}
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
          placeholder={presetWords() ?? texts.json}
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
