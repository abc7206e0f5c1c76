import { NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyFormValues } from '../create/draft.ts'

/** A bound for a key that must not starve the others. */
export function BudgetShareField({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  return (
    <NumberInput
      label="Most of the budget"
      description="In percent of what the organization may call, so that this key leaves some to the others. Empty: all of it."
      maw={320}
      suffix=" %"
      placeholder="No bound"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...form.getInputProps('budgetShare')}
    />
  )
}
