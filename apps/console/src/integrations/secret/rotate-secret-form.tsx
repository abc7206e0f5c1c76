'use client'

import { Alert } from '@mantine/core'
import type { Integration } from '@sluice/contract'
import { useState } from 'react'
import { OverlapForm } from '#reveal/overlap-form.tsx'
import { texts } from '#texts/integrations-page.tsx'

interface RotateSecretFormProps {
  readonly record: Integration
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (over: Integration, overlapSeconds: number) => void
  readonly onCancel: () => void
}

const overlaps = [
  { value: '86400', label: texts.rotate.oneDay },
  { value: '604800', label: texts.rotate.sevenDays },
  { value: '0', label: texts.rotate.atOnce, hint: texts.rotate.leaked },
]

/** Asks when the old secret stops working. */
export function RotateSecretForm({ record: current, onSubmit, ...form }: RotateSecretFormProps) {
  // The version when the dialog was opened: a newer one may be rotated already.
  const [record] = useState(current)
  const { overlap: lead, oldStays: label, oldest, ...words } = texts.rotate
  return (
    <OverlapForm
      {...form}
      texts={{ ...words, lead, label }}
      overlaps={overlaps}
      warning={() => record.previousSecretUntil && <Alert color="yellow">{oldest}</Alert>}
      onSubmit={(seconds) => onSubmit(record, seconds)}
    />
  )
}
