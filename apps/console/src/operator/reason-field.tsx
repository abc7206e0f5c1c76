import { Textarea, type TextareaProps } from '@mantine/core'
import { texts } from '#texts/operator-limits.ts'

/** The reason for a change of an organization's limits. */
export function ReasonField(props: TextareaProps) {
  return (
    <Textarea
      label={texts.reason}
      description={texts.reasonHint}
      autosize
      minRows={2}
      maxLength={2000}
      {...props}
    />
  )
}
