import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TermsValues } from './figures.ts'

/** Until when new figures hold, and why. */
export function TermsFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Until, in your time zone"
        description="Empty: no end. Afterwards the previous limits apply again."
        maw={488}
        {...form.getInputProps('until')}
      />
      <Textarea
        label="Reason"
        description="The organization sees this."
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('reason')}
      />
    </>
  )
}
