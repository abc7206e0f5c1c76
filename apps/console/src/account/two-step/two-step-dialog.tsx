'use client'

import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface TwoStepDialogProps {
  readonly opened: boolean
  readonly title: string
  /** While it shows what is shown only once, it closes by its own button. */
  readonly isLocked: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function TwoStepDialog({ opened, title, isLocked, onClose, children }: TwoStepDialogProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!isLocked) onClose()
      }}
      withCloseButton={!isLocked}
      closeOnClickOutside={false}
      title={title}
      size={480}
      fullScreen={isPhone ?? false}
    >
      {children}
    </Modal>
  )
}
