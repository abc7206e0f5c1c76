import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { StorageKind } from '@sluice/contract'
import { texts } from '#texts/operator-limits.ts'

/** The storage quota of a kind in GiB. */
export function QuotaField({ kind, ...props }: NumberInputProps & { kind: StorageKind }) {
  return (
    <NumberInput
      label={texts.storage.gib(kind)}
      thousandSeparator=","
      hideControls
      w={236}
      {...props}
    />
  )
}
