import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import type { ListColumn } from './field-kind.ts'
import type { Cell } from './rows.ts'

interface CellFieldProps {
  readonly column: ListColumn
  readonly label: string
  readonly value: Cell
  readonly error: string | undefined
  readonly onChange: (value: Cell) => void
}

export function CellField({ column, label, value, error, onChange }: CellFieldProps) {
  const common = { 'aria-label': label, error, size: 'xs' } as const
  if (column.type === 'boolean') {
    return (
      <Checkbox
        {...common}
        checked={value === true}
        // A pasted text that means neither.
        indeterminate={typeof value === 'string' && value !== ''}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (column.type === 'number') {
    return (
      <NumberInput {...common} value={value as number | string} hideControls onChange={onChange} />
    )
  }
  return (
    <TextInput
      {...common}
      spellCheck={false}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
