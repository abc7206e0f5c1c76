'use client'

import { Alert } from '@mantine/core'
import { texts } from '#texts/keys-create.tsx'
import { admits } from './admits.ts'
import { useOwnAddress } from './own-address.tsx'

/** A list may well leave out the admin who writes it: that is worth a word, and no error. */
export function OwnAddressWarning({ entries }: { entries: readonly string[] }) {
  const own = useOwnAddress()
  if (own === null || admits(entries, own)) return null
  return <Alert color="yellow">{texts.addresses.notOwn(own)}</Alert>
}
