import { TextInput, type TextInputProps } from '@mantine/core'
import { texts } from '#texts/form.ts'

/** A text field for a point. `otherwise` tells the user what an empty field means. */
export function LocationField({ otherwise, ...field }: TextInputProps & { otherwise?: string }) {
  return (
    <TextInput
      label={texts.location.label}
      description={texts.location.hint(otherwise ?? '')}
      placeholder="59.9127, 10.7461"
      spellCheck={false}
      autoComplete="off"
      {...field}
    />
  )
}
