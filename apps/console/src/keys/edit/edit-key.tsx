'use client'

import { Skeleton } from '@mantine/core'
import type { Key } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/keys-change.tsx'

/** Loaded when the dialog opens, because it contains the schemas of the contract. */
const EditSteps = dynamic(() => import('./edit-steps.tsx').then((all) => all.EditSteps), {
  loading: () => <Skeleton height={480} />,
})

interface EditKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

export function EditKey({ record, opened, onClose }: EditKeyProps) {
  return (
    <FormDialog title={texts.edit.title(record.name)} opened={opened} onClose={onClose}>
      <EditSteps record={record} onClose={onClose} />
    </FormDialog>
  )
}
