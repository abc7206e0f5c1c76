import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TimeField } from '#form/time-field.tsx'
import { texts } from '#texts/operator-limits.ts'
import type { TermsValues } from './figures.ts'

/** Until when new figures hold, and why. */
export function TermsFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  return (
    <>
      <TimeField
        label={texts.until}
        description={texts.untilHint}
        maw={488}
        {...form.getInputProps('until')}
      />
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('reason')}
      />
    </>
  )
}
