import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '#texts/form.ts'
import { FieldSet } from './field-set.tsx'
import { type LabelRow, labelRow } from './labels.ts'
import { AddRow, RemoveRow } from './row-buttons.tsx'
import classes from './rows.module.css'

interface LabelRowsProps {
  readonly value: readonly LabelRow[]
  readonly onChange: (rows: LabelRow[]) => void
  /** The form's errors; those of rows have keys like `labels.0`. */
  readonly errors: Record<string, ReactNode>
}

/** Edits labels in rows of name and value. */
export function LabelRows({ value: rows, onChange, errors }: LabelRowsProps) {
  const set = (index: number, change: Partial<LabelRow>) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, ...change } : row)))
  return (
    <FieldSet legend={texts.labels.title} fault={errors.labels}>
      <ul className={classes.rows}>
        {rows.map(({ row, name, value }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={classes.wide ?? ''}
              aria-label={texts.labels.nameOf(index + 1)}
              placeholder={texts.labels.name}
              spellCheck={false}
              autoFocus={name === '' && value === ''}
              value={name}
              error={errors[`labels.${index}`]}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              className={classes.wide ?? ''}
              aria-label={texts.labels.valueIn(index + 1)}
              placeholder={texts.labels.value}
              value={value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <RemoveRow
              label={texts.labels.remove(index + 1)}
              onClick={() => onChange(rows.filter((_, i) => i !== index))}
            />
          </li>
        ))}
      </ul>
      <AddRow label={texts.labels.add} onClick={() => onChange([...rows, labelRow()])} />
    </FieldSet>
  )
}
