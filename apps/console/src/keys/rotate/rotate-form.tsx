'use client'

import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { useState } from 'react'
import { failureText, isConflict } from '#data/failure.ts'
import { useRelativeTime } from '#format/time.tsx'
import { texts } from '#texts/keys-revoke.tsx'
import { overlaps } from './overlaps.ts'

interface RotateFormProps {
  readonly record: Key
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (over: Key, overlapSeconds: number) => void
  readonly onCancel: () => void
}

export function RotateForm({
  record: current,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: RotateFormProps) {
  // The version when the dialog was opened: a newer one may be rotated already.
  const [record] = useState(current)
  const [overlap, setOverlap] = useState('86400')
  const relative = useRelativeTime()
  return (
    <Stack gap="lg">
      <Text size="sm">{texts.rotate.effect}</Text>
      <Radio.Group label={texts.rotate.overlap} value={overlap} onChange={setOverlap}>
        <Stack gap="xs" mt={6}>
          {overlaps.map(({ value, label, hint }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={hint}
              size="xs"
              data-autofocus={value === overlap || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {overlap === '0' && record.lastUsedAt && (
        <Alert color="yellow">
          {texts.rotate.lastUsed(relative(record.lastUsedAt), record.lastUsedIp)}
        </Alert>
      )}
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
