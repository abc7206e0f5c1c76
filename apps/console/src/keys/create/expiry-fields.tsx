import { Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { KeyFormValues } from './draft.ts'
import { expiryChoices } from './expiry.ts'
import classes from './expiry-fields.module.css'

export function ExpiryFields({ form }: { form: UseFormReturnType<KeyFormValues> }) {
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
          w={240}
          type="datetime-local"
          aria-label="Expires at, in your local time"
          {...form.getInputProps('customExpiry')}
        />
      )}
    </div>
  )
}
