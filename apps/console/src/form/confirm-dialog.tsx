'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { failureText } from '#data/failure.ts'
import { Modal } from './overlays.tsx'

export interface ConfirmDialogProps {
  /** The question. */
  readonly title: string
  /** What is done: "Delete site". */
  readonly action: string
  /** What else can be done: nothing. */
  readonly keep?: string
  /** What is said when it is done. */
  readonly done: string
  readonly act: () => Promise<unknown>
  readonly opened: boolean
  readonly onClose: () => void
  /** The path, within the area, to go to from the page of what is gone. */
  readonly leadsTo?: string
  /** What is lost by it. */
  readonly children: ReactNode
}

/** Asks before something is done that cannot be undone; a refusal is shown in it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep = 'Cancel', done, act, opened, onClose, leadsTo, children } = props
  const cache = useQueryClient()
  const router = useRouter()
  const address = useAddress()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: act,
    async onSuccess() {
      close()
      notifications.show({ message: done })
      if (leadsTo) router.push(address(leadsTo))
      // On a page of its own it must not be asked for again: it is gone.
      await cache.invalidateQueries({ refetchType: leadsTo ? 'none' : 'active' })
    },
  })

  function close() {
    reset()
    onClose()
  }

  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {keep}
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
