'use client'

import { Alert } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { useState } from 'react'
import { useRelativeTime } from '#format/time.tsx'
import { OverlapForm } from '#reveal/overlap-form.tsx'
import { texts } from '#texts/keys-revoke.tsx'
import { overlaps } from './overlaps.ts'

interface RotateFormProps {
  readonly record: Key
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (over: Key, overlapSeconds: number) => void
  readonly onCancel: () => void
}

/** Asks when the old key stops working, and warns if that is at once and it is in use. */
export function RotateForm({ record: current, onSubmit, ...form }: RotateFormProps) {
  // The version when the dialog was opened: a newer one may be rotated already.
  const [record] = useState(current)
  const relative = useRelativeTime()
  const { effect: lead, overlap: label, ...words } = texts.rotate
  return (
    <OverlapForm
      {...form}
      texts={{ ...words, lead, label }}
      overlaps={overlaps}
      warning={(seconds) =>
        seconds === 0 &&
        record.lastUsedAt && (
          <Alert color="yellow">
            {words.lastUsed(relative(record.lastUsedAt), record.lastUsedIp)}
          </Alert>
        )
      }
      onSubmit={(seconds) => onSubmit(record, seconds)}
    />
  )
}
