import { Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyFormValues } from './draft.ts'
import { expiryChoices } from './expiry.ts'
import classes from './expiry-fields.module.css'

export function ExpiryFields({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div>
      <Radio.Group label="Expires" {...form.getInputProps('expiry')}>
        <div className={classes.choices}>
          {expiryChoices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </div>
      </Radio.Group>
      {form.values.expiry === 'custom' && (
        <TextInput
          mt="xs"
          maw={320}
          type="datetime-local"
          label={`Expires at, in your time zone (${zone})`}
          {...form.getInputProps('customExpiry')}
        />
      )}
    </div>
  )
}
