import type { UseFormReturnType } from '@mantine/form'
import { TimeField } from '#form/time-field.tsx'
import { texts } from '#texts/operator-limits.ts'
import type { TermsValues } from './figures.ts'
import { ReasonField } from './reason-field.tsx'

/** The end of new limits, and the reason for them. Quotas have no end. */
export function TermsFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { limits, storage } = form.values
  return (
    <>
      {limits.length > 0 && (
        <TimeField
          label={texts.until}
          description={storage.length > 0 ? texts.untilHintOfTiers : texts.untilHint}
          maw={488}
          {...form.getInputProps('until')}
        />
      )}
      <ReasonField {...form.getInputProps('reason')} />
    </>
  )
}
