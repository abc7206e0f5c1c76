'use client'

import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { CopyLine } from '#copy/copy-line.tsx'

interface SecretDialogProps {
  readonly opened: boolean
  readonly title: string
  /** When the secret is there. */
  readonly titleAfter: string
  readonly secret: string | undefined
  readonly isBusy: boolean
  readonly onClose: () => void
  /** What makes the secret, which takes this place, once. */
  readonly children: ReactNode
}

/** A dialog that ends with a signing secret, and closes only by a button once that is shown. */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, title, titleAfter, secret, isBusy, onClose, children } = props
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [isStored, setStored] = useState(false)

  function close() {
    setStored(false)
    onClose()
  }

  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!isBusy && secret === undefined) close()
      }}
      withCloseButton={secret === undefined}
      closeOnClickOutside={false}
      title={secret === undefined ? title : titleAfter}
      size={640}
      fullScreen={isPhone ?? false}
    >
      {secret === undefined ? (
        children
      ) : (
        <Stack gap="md">
          <Text size="sm">
            Your receiver verifies signatures with this secret, by any library of Standard Webhooks.{' '}
            <strong>It is shown only this once</strong>; a lost one is replaced by rotating it.
          </Text>
          <CopyLine text={secret} what="the signing secret" />
          <Checkbox
            label="I have stored it"
            checked={isStored}
            onChange={(event) => setStored(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button onClick={close} disabled={!isStored}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
