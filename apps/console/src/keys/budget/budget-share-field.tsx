import { NumberInput, type NumberInputProps } from '@mantine/core'
import { firstField } from '#form/first-field.ts'
import { texts } from '#texts/keys-create.tsx'

interface BudgetShareFieldProps {
  /** The form's props of the field. */
  readonly field: NumberInputProps
  /** Whether it is the first of its dialog. */
  readonly isFirst?: boolean
}

/** A bound for a key that must not starve the others. */
export function BudgetShareField({ field, isFirst = false }: BudgetShareFieldProps) {
  return (
    <NumberInput
      label={texts.budget.label}
      description={texts.budget.hint}
      suffix=" %"
      placeholder={texts.budget.none}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...(isFirst && firstField)}
      {...field}
    />
  )
}
