'use client'

import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface FormDialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** Mounted while it is open, so that it starts anew each time. */
  readonly children: ReactNode
}

/** A dialog for a form: a stray click beside it loses nothing; on a phone it is the screen. */
export function FormDialog({ title, opened, onClose, children }: FormDialogProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      title={title}
      size={640}
      fullScreen={isPhone ?? false}
    >
      {children}
    </Modal>
  )
}
