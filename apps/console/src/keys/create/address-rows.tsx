import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { FieldSet } from '#form/field-set.tsx'
import classes from '#form/rows.module.css'
import { texts } from '#texts/keys-create.tsx'
import { useOwnAddress } from '../address/own-address.tsx'
import { OwnAddressWarning } from '../address/own-address-warning.tsx'
import { addressRow, type KeyFormValues } from './draft.ts'

/** The allow-list; no entries means any address. */
export function AddressRows({ form }: { form: UseFormReturnType<KeyFormValues> }) {
  const { allowedIpCidrs } = form.values
  const own = useOwnAddress()
  const entries = allowedIpCidrs.map(({ entry }) => entry.trim()).filter((entry) => entry !== '')
  const isListed = own !== null && entries.includes(own)
  return (
    <FieldSet legend={texts.addresses.label} hint={texts.addresses.hint}>
      <ul className={classes.rows}>
        {allowedIpCidrs.map(({ row }, index) => (
          <li key={row} className={classes.row}>
            <TextInput
              className={`${classes.wide} ${classes.mono}`}
              aria-label={texts.addresses.one(index + 1)}
              placeholder="203.0.113.0/24"
              spellCheck={false}
              autoFocus
              {...form.getInputProps(`allowedIpCidrs.${index}.entry`)}
            />
            <ActionIcon
              size={28}
              className={classes.remove}
              aria-label={texts.addresses.remove(index + 1)}
              onClick={() => form.removeListItem('allowedIpCidrs', index)}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('allowedIpCidrs', addressRow())}
        >
          {texts.addresses.add}
        </Button>
        {own !== null && !isListed && (
          <Button
            variant="default"
            size="xs"
            onClick={() => form.insertListItem('allowedIpCidrs', addressRow(own))}
          >
            {texts.addresses.addMine(own)}
          </Button>
        )}
      </div>
      <OwnAddressWarning entries={entries} />
    </FieldSet>
  )
}
