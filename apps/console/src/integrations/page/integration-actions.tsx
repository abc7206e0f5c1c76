'use client'

import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { Integration } from '@sluice/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { EditIntegration } from '../form/edit-integration.tsx'
import { RotateSecret } from '../secret/rotate-secret.tsx'
import { DeleteIntegration } from './delete-integration.tsx'

export function IntegrationActions({ record }: { record: Integration }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const mayChange = useMayChange()
  const [editing, edit] = useDisclosure(false)
  const [rotating, rotate] = useDisclosure(false)
  const [deleting, remove] = useDisclosure(false)
  const params = { integrationId: record.id }
  const callbacks = {
    onSuccess: () => cache.invalidateQueries(trpc.integrations.pathFilter()),
    onError: (error: unknown) => {
      notifications.show({ color: 'red', message: failureText(error) })
    },
  }
  const test = useMutation(trpc.integrations.test.mutationOptions(callbacks))
  const update = useMutation(trpc.integrations.update.mutationOptions(callbacks))
  if (!mayChange) return null
  return (
    <>
      {record.enabled ? (
        <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
          Send test event
        </Button>
      ) : (
        <Button
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { enabled: true } })}
        >
          Enable
        </Button>
      )}
      <Button variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={rotate.open}>Rotate secret…</Menu.Item>
          {record.enabled && (
            <Menu.Item onClick={() => update.mutate({ params, body: { enabled: false } })}>
              Disable
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={remove.open}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <EditIntegration record={record} opened onClose={edit.close} />}
      <RotateSecret record={record} opened={rotating} onClose={rotate.close} />
      <DeleteIntegration record={record} opened={deleting} onClose={remove.close} />
    </>
  )
}
