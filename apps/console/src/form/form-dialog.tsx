'use client'

import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Modal } from './overlays.tsx'
import { useUnsavedGuard } from './unsaved.tsx'

interface FormDialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** Mounted only while open, so that the form starts fresh each time. */
  readonly children: ReactNode
}

/** A dialog for a form. Stray clicks and keys do not discard input; on a phone it fills the screen. */
export function FormDialog({ title, opened, onClose, children }: FormDialogProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  const { leave, around } = useUnsavedGuard()
  return (
    <Modal
      opened={opened}
      onClose={() => leave(onClose)}
      closeOnClickOutside={false}
      title={title}
      size={640}
      fullScreen={isPhone ?? false}
    >
      {around(children)}
    </Modal>
  )
}
