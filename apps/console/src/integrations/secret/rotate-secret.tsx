'use client'

import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/integrations-page.tsx'
import { signingSecret } from './signing-secret.tsx'

interface RotateSecretProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

const overlaps = [
  { value: '86400', label: texts.rotate.oneDay },
  { value: '604800', label: texts.rotate.sevenDays },
  { value: '0', label: texts.rotate.atOnce, hint: texts.rotate.leaked },
]

/** Replaces the signing secret: asks for the overlap, then shows the new secret once. */
export function RotateSecret({ record, opened, onClose }: RotateSecretProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useMutation({ ...trpc.integrations.rotateSecret.mutationOptions(), gcTime: 0 })

  function close() {
    const rotated = rotate.data !== undefined
    rotate.reset()
    onClose()
    if (rotated) void cache.invalidateQueries(trpc.integrations.pathFilter())
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.rotate.title(record.name)}
      titleAfter={texts.rotate.done(record.name)}
      secret={rotate.data && signingSecret(rotate.data.secret)}
      isBusy={rotate.isPending}
      onClose={close}
    >
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
          {rotate.error && <Alert color="red">{failureText(rotate.error)}</Alert>}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={rotate.isPending}>
            {texts.rotate.cancel}
          </Button>
          <Button
            loading={rotate.isPending}
            onClick={() =>
              rotate.mutate({
                params: { integrationId: record.id },
                body: { overlapSeconds: Number(overlap) },
              })
            }
          >
            {texts.rotate.action}
          </Button>
        </Group>
      </Stack>
    </RevealDialog>
  )
}
