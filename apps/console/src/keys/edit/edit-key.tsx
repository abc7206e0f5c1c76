'use client'

import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Key } from '@sluice/contract'
import dynamic from 'next/dynamic'

/** Loaded when it is opened: it holds the schemas of the contract. */
const EditSteps = dynamic(() => import('./edit-steps.tsx').then((all) => all.EditSteps), {
  loading: () => <Skeleton height={480} />,
})

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
