'use client'

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { failureText } from '#data/failure.ts'

interface DeleteDialogProps {
  readonly noun: string
  readonly name: string
  readonly remove: () => Promise<unknown>
  readonly opened: boolean
  readonly onClose: () => void
  /** Where to go from the page of what is gone. */
  readonly leadsTo?: string
  /** What is lost with it. */
  readonly children: ReactNode
}

/** Asks before something is deleted, telling what goes with it; what still uses it is told by the refusal. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { noun, name, remove, opened, onClose, leadsTo, children } = props
  const cache = useQueryClient()
  const router = useRouter()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: remove,
    async onSuccess() {
      close()
      notifications.show({ message: `“${name}” is deleted.` })
      if (leadsTo) router.push(leadsTo)
      // On a page of its own it must not be asked for again: it is gone.
      await cache.invalidateQueries({ refetchType: leadsTo ? 'none' : 'active' })
    },
  })

  function close() {
    reset()
    onClose()
  }

  return (
    <Modal opened={opened} onClose={close} title={`Delete “${name}”?`} centered>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            Delete {noun}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
