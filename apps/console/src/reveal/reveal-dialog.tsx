'use client'

import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Modal } from '#form/overlays.tsx'
import { useUnsavedGuard } from '#form/unsaved.tsx'
import { Reveal } from './reveal.tsx'
import type { Secret } from './secret.ts'
import { useUnloadGuard } from './use-unload-guard.ts'

interface RevealDialogProps {
  readonly opened: boolean
  readonly title: string
  /** The title once the secret exists. */
  readonly titleAfter: string
  readonly secret: Secret | undefined
  readonly isBusy: boolean
  readonly onClose: () => void
  /** The form that creates the secret. It is then replaced by the secret. */
  readonly children: ReactNode
}

/** A dialog that ends with a secret and resists closing until the secret is stored. */
export function RevealDialog(props: RevealDialogProps) {
  const { opened, title, titleAfter, secret, isBusy, onClose, children } = props
  const isPhone = useMediaQuery('(max-width: 767px)')
  const { leave, around } = useUnsavedGuard()
  const [isStored, setStored] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  const askToLeave = () => setLeaving(true)
  const release = useUnloadGuard(secret !== undefined && !isStored, askToLeave)

  function close() {
    release(() => {
      setStored(false)
      setLeaving(false)
      onClose()
    })
  }

  function askToClose() {
    if (secret && !isStored) askToLeave()
    else if (!isBusy) leave(close)
  }

  return (
    <Modal
      opened={opened}
      onClose={askToClose}
      withCloseButton={!secret || secret.unread !== undefined}
      closeOnClickOutside={false}
      title={secret ? titleAfter : title}
      size={640}
      fullScreen={isPhone ?? false}
    >
      {secret ? (
        <Reveal
          secret={secret}
          isStored={isStored}
          onStored={setStored}
          isLeaving={isLeaving}
          onAskToLeave={askToLeave}
          onStay={() => setLeaving(false)}
          onClose={close}
        />
      ) : (
        around(children)
      )}
    </Modal>
  )
}
