'use client'

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'

interface DeleteIntegrationProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before an integration is deleted, saying what goes with it. */
export function DeleteIntegration({ record, opened, onClose }: DeleteIntegrationProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  const remove = useMutation(
    trpc.integrations.delete.mutationOptions({
      async onSuccess() {
        notifications.show({ message: `“${record.name}” is deleted.` })
        router.push('/integrations')
        await cache.invalidateQueries(trpc.integrations.list.pathFilter())
      },
    }),
  )
  return (
    <Modal opened={opened} onClose={onClose} title={`Delete “${record.name}”?`} centered>
      <Stack gap="md">
        <Text size="sm">
          <code>{record.url}</code> will hear of nothing more. What still waits for it is dropped,
          and its delivery log with it.
        </Text>
        {remove.error && <Alert color="red">{failureText(remove.error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { integrationId: record.id } })}
          >
            Delete integration
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
