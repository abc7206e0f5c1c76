import { NumberInput, type NumberInputProps } from '@mantine/core'
import { firstField } from '#form/first-field.ts'

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
      label="Share of the rate limit"
      description="The most this key may use of the organization’s rate limit, in percent. Empty: all of it."
      suffix=" %"
      placeholder="No limit"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...(isFirst && firstField)}
      {...field}
    />
  )
}
