'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useAddress } from '#address/base-path.tsx'
import { failureText } from '#data/failure.ts'
import { texts as common } from '#texts/common.ts'
import { Modal } from './overlays.tsx'

export interface ConfirmDialogProps {
  /** The question to confirm. */
  readonly title: string
  /** Label of the confirming button: "Delete site". */
  readonly action: string
  /** Label of the cancelling button. */
  readonly keep?: string
  /** Notice shown on success. */
  readonly done: string
  readonly act: () => Promise<unknown>
  readonly opened: boolean
  readonly onClose: () => void
  /** Path within the area to open afterwards, if the current page's resource is gone. */
  readonly leadsTo?: string
  /** What will be lost. */
  readonly children: ReactNode
}

/** Asks for confirmation before something irreversible. It stays open until that has worked: failures are shown in it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    action,
    keep = common.cancel,
    done,
    act,
    opened,
    onClose,
    leadsTo,
    children,
  } = props
  const cache = useQueryClient()
  const router = useRouter()
  const address = useAddress()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: act,
    async onSuccess() {
      close()
      notifications.show({ message: done })
      if (leadsTo) router.push(address(leadsTo))
      // Do not refetch the resource of the page that is being left: it is gone.
      await cache.invalidateQueries({ refetchType: leadsTo ? 'none' : 'active' })
    },
    // What was refused may have changed.
    onError: () => void cache.invalidateQueries(),
  })

  function close() {
    reset()
    onClose()
  }

  return (
    <Modal opened={opened} onClose={() => isPending || close()} title={title} centered>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
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
