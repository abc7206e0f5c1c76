'use client'

import { Alert } from '@mantine/core'
import { texts } from '#texts/keys-create.tsx'
import { admits } from './admits.ts'
import { useOwnAddress } from './own-address.tsx'

/** A warning, not an error: an allow-list may leave out the admin who edits it. */
export function OwnAddressWarning({ entries }: { entries: readonly string[] }) {
  const own = useOwnAddress()
  if (own === null || admits(entries, own)) return null
  return <Alert color="yellow">{texts.addresses.notOwn(own)}</Alert>
}
