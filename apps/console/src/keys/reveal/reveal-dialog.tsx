'use client'

import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Output } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { KeyReveal } from './key-reveal.tsx'

interface RevealDialogProps {
  readonly opened: boolean
  readonly title: string
  /** When the key is there. */
  readonly titleAfter: string
  readonly created: Output<'keys.create'> | undefined
  readonly isBusy: boolean
  readonly onClose: () => void
  /** What makes the key; its string takes this place, once. */
  readonly children: ReactNode
}

/** A dialog that ends with a key's string, and does not let itself be closed before that is stored. */
export function RevealDialog(props: RevealDialogProps) {
  const { opened, title, titleAfter, created, isBusy, onClose, children } = props
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [isStored, setStored] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  function close() {
    setStored(false)
    setLeaving(false)
    onClose()
  }

  function askToClose() {
    if (created && !isStored) setLeaving(true)
    else if (!isBusy) close()
  }

  return (
    <Modal
      opened={opened}
      onClose={askToClose}
      closeOnClickOutside={false}
      title={created ? titleAfter : title}
      size={640}
      fullScreen={isPhone ?? false}
    >
      {created ? (
        <KeyReveal
          created={created}
          isStored={isStored}
          onStored={setStored}
          isLeaving={isLeaving}
          onAskToLeave={() => setLeaving(true)}
          onStay={() => setLeaving(false)}
          onClose={close}
        />
      ) : (
        children
      )}
    </Modal>
  )
}
