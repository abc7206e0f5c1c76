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
import { texts } from '#texts/integrations-page.tsx'
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
      {record.withheldReason && (
        <Button
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { url: record.url }, ifMatch: record.etag })}
        >
          {texts.actions.takeOver}
        </Button>
      )}
      {record.enabled && !record.withheldReason && (
        <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
          {texts.actions.sendTestEvent}
        </Button>
      )}
      {!record.enabled && (
        <Button
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { enabled: true } })}
        >
          {texts.actions.enable}
        </Button>
      )}
      <Button variant="default" onClick={edit.open}>
        {texts.actions.edit}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            {texts.actions.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={rotate.open}>{texts.actions.rotateSecret}</Menu.Item>
          {record.enabled && (
            <Menu.Item onClick={() => update.mutate({ params, body: { enabled: false } })}>
              {texts.actions.disable}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={remove.open}>
            {texts.actions.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <EditIntegration record={record} opened onClose={edit.close} />}
      <RotateSecret record={record} opened={rotating} onClose={rotate.close} />
      <DeleteIntegration record={record} opened={deleting} onClose={remove.close} />
    </>
  )
}
