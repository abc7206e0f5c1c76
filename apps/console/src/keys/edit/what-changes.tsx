'use client'

import type { Key } from '@sluice/contract'
import { Changes } from '../../audit/changes.tsx'
import { changesOf } from '../../audit/changes-of.ts'
import { OwnAddressWarning } from '../address/own-address-warning.tsx'
import type { KeyChange } from './change.ts'

/** The values before and after a change, with a warning if it would exclude the user's own address. */
export function WhatChanges({ record, change }: { record: Key; change: KeyChange }) {
  const before = Object.fromEntries(
    Object.keys(change).map((field) => [field, record[field as keyof KeyChange]]),
  )
  return (
    <>
      <Changes changes={changesOf(before, change)} />
      {change.allowedIpCidrs && <OwnAddressWarning entries={change.allowedIpCidrs} />}
    </>
  )
}
