'use client'

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useNow } from '#format/clock.tsx'
import { relativeTime } from '#format/times.ts'

interface RevokeKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before a key is revoked, naming it and what will stop working. */
export function RevokeKey({ record, opened, onClose }: RevokeKeyProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      async onSuccess() {
        onClose()
        notifications.show({ message: `“${record.name}” is revoked.` })
        await cache.invalidateQueries(trpc.keys.pathFilter())
      },
    }),
  )

  return (
    <Modal opened={opened} onClose={onClose} title={`Revoke “${record.name}”?`} centered>
      <Stack gap="md">
        <Text size="sm">
          Requests with <code>{record.display}</code> will be refused at once, and for good. The key
          stays on record.
        </Text>
        <Text size="sm">
          <LastUse record={record} />
        </Text>
        {revoke.error && <Alert color="red">{failureText(revoke.error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ params: { keyId: record.id } })}
          >
            Revoke key
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function LastUse({ record: { lastUsedAt, lastUsedIp } }: { record: Key }) {
  const now = useNow()
  if (!lastUsedAt) return 'It has never been used: nothing is known to depend on it.'
  return (
    <>
      <strong>It was last used {relativeTime(lastUsedAt, now)}</strong>
      {lastUsedIp && ` from ${lastUsedIp}`}. Whatever uses it there will stop working.
    </>
  )
}
