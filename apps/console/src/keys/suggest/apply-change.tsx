'use client'

import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Key } from '@sluice/contract'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { Modal } from '#form/overlays.tsx'
import type { KeyChange } from '../edit/change.ts'
import { ReviewChange } from '../edit/review-change.tsx'
import { useUpdate } from '../edit/use-update.ts'

interface ApplyChangeProps {
  readonly title: string
  readonly record: Key
  readonly change: KeyChange
  readonly opened: boolean
  readonly onClose: () => void
}

/** Previews a ready-made change of a key, and saves it with one click. */
export function ApplyChange({ title, record, change, opened, onClose }: ApplyChangeProps) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  const { update, isPending } = useUpdate()
  const [refusal, setRefusal] = useState<unknown>()

  function close() {
    setRefusal(undefined)
    onClose()
  }

  async function save() {
    setRefusal(undefined)
    try {
      await update(record, change)
      close()
    } catch (error) {
      setRefusal(error)
    }
  }

  return (
    <Modal opened={opened} onClose={close} title={title} size={600} fullScreen={isPhone ?? false}>
      <div role="alert">
        {refusal !== undefined && <Alert color="red">{failureText(refusal)}</Alert>}
      </div>
      <ReviewChange
        record={record}
        change={change}
        isBusy={isPending}
        onSave={save}
        onBack={close}
        onRefusal={setRefusal}
      />
    </Modal>
  )
}
