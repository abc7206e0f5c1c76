import type { UseFormReturnType } from '@mantine/form'
import { TimeField } from '#form/time-field.tsx'
import { texts } from '#texts/operator-limits.ts'
import type { TermsValues } from './figures.ts'
import { ReasonField } from './reason-field.tsx'

/** The end of new limits, and the reason for them. */
export function TermsFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  return (
    <>
      <TimeField
        label={texts.until}
        description={texts.untilHint}
        maw={488}
        {...form.getInputProps('until')}
      />
      <ReasonField {...form.getInputProps('reason')} />
    </>
  )
}
