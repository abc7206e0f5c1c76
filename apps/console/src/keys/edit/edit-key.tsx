'use client'

import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Key } from '@sluice/contract'
import { EditSteps } from './edit-steps.tsx'

interface EditKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

export function EditKey({ record, opened, onClose }: EditKeyProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      title={`Edit “${record.name}”`}
      size={640}
      fullScreen={isPhone ?? false}
    >
      <EditSteps record={record} onClose={onClose} />
    </Modal>
  )
}
