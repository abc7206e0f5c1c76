import { Textarea, type TextareaProps } from '@mantine/core'
import { texts } from '#texts/operator-limits.ts'

/** Why an organization gets other figures. */
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
