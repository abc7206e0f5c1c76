import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TimeField } from '#form/time-field.tsx'
import { texts } from '#texts/keys-create.tsx'
import type { KeyFormValues } from './draft.ts'
import { expiryChoices } from './expiry.ts'
import classes from './expiry-fields.module.css'

export function ExpiryFields({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  return (
    <div>
      <Radio.Group label={texts.expiry.label} {...form.getInputProps('expiry')}>
        <div className={classes.choices}>
          {expiryChoices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} size="xs" />
          ))}
        </div>
      </Radio.Group>
      {form.values.expiry === 'custom' && (
        <TimeField
          mt="xs"
          maw={320}
          label={(zone) => texts.expiry.at(zone)}
          {...form.getInputProps('customExpiry')}
        />
      )}
    </div>
  )
}
