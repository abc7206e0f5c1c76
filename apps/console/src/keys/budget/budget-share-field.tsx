import { NumberInput, type NumberInputProps } from '@mantine/core'
import { firstField } from '#form/first-field.ts'
import { texts } from '#texts/keys-create.tsx'

interface BudgetShareFieldProps {
  /** The form's props for the field. */
  readonly field: NumberInputProps
  /** Whether it is the first field of its dialog. */
  readonly isFirst?: boolean
}

/** Limits the share of the organization's budget that a key may use. */
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
