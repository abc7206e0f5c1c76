import { NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyFormValues } from '../create/draft.ts'

/** A bound for a key that must not starve the others. */
export function BudgetShareField({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  return (
    <NumberInput
      label="Share of the rate limit"
      description="The most this key may use of the organization’s rate limit, in percent. Empty: all of it."
      suffix=" %"
      placeholder="No limit"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...form.getInputProps('budgetShare')}
    />
  )
}
