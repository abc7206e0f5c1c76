import { NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyFormValues } from '../create/draft.ts'

/** A bound for a key that must not starve the others. */
export function BudgetShareField({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  return (
    <NumberInput
      label="Share of the budget"
      description="At most this part of what the organization may call, so that the other keys are left some. Empty: no bound."
      suffix=" %"
      placeholder="No bound"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      {...form.getInputProps('budgetShare')}
    />
  )
}
