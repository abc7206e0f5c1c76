import { TextInput, type TextInputProps } from '@mantine/core'

/** A point as text. `otherwise` says what an empty one means. */
export function LocationField({ otherwise, ...field }: TextInputProps & { otherwise?: string }) {
  return (
    <TextInput
      label="Location"
      description={`Latitude, longitude in degrees, as maps copy it. ${otherwise ?? ''}`}
      placeholder="59.9127, 10.7461"
      spellCheck={false}
      autoComplete="off"
      {...field}
    />
  )
}
