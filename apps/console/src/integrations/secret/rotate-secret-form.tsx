'use client'

import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Integration } from '@sluice/contract'
import { useState } from 'react'
import { failureText, isConflict } from '#data/failure.ts'
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
export function RotateSecretForm(props: RotateSecretFormProps) {
  const { record: current, isBusy, error, onSubmit, onCancel } = props
  // The version when the dialog was opened: a newer one may be rotated already.
  const [record] = useState(current)
  const [overlap, setOverlap] = useState('86400')
  return (
    <Stack gap="lg">
      <Text size="sm">{texts.rotate.overlap}</Text>
      <Radio.Group label={texts.rotate.oldStays} value={overlap} onChange={setOverlap}>
        <Stack gap="xs" mt={6}>
          {overlaps.map(({ value, label, hint }) => (
            <Radio key={value} value={value} label={label} description={hint} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <div role="alert">
        {error !== null && (
          <Alert color="red">{isConflict(error) ? texts.rotate.changed : failureText(error)}</Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {texts.rotate.cancel}
        </Button>
        <Button loading={isBusy} onClick={() => onSubmit(record, Number(overlap))}>
          {texts.rotate.action}
        </Button>
      </Group>
    </Stack>
  )
}
