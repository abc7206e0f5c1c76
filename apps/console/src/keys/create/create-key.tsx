'use client'

import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { KeyReveal } from '../reveal/key-reveal.tsx'
import { KeyForm } from './key-form.tsx'

interface CreateKeyProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * Creating a key, then showing its string, once. The string lives in this component's mutation and
 * nowhere else: closing resets it, and nothing of it is cached, stored or rendered on the server.
 */
export function CreateKey({ opened, onClose }: CreateKeyProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const isPhone = useMediaQuery('(max-width: 767px)')
  const [isStored, setStored] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const create = useMutation({ ...trpc.keys.create.mutationOptions(), gcTime: 0 })

  function close() {
    const created = create.data !== undefined
    create.reset()
    setStored(false)
    setLeaving(false)
    onClose()
    if (created) void cache.invalidateQueries(trpc.keys.list.pathFilter())
  }

  function askToClose() {
    if (create.data && !isStored) setLeaving(true)
    else if (!create.isPending) close()
  }

  return (
    <Modal
      opened={opened}
      onClose={askToClose}
      closeOnClickOutside={false}
      title={create.data ? `“${create.data.name}” is created` : 'Create a key'}
      size={620}
      fullScreen={isPhone ?? false}
    >
      {create.data ? (
        <KeyReveal
          created={create.data}
          isStored={isStored}
          onStored={setStored}
          isLeaving={isLeaving}
          onAskToLeave={() => setLeaving(true)}
          onStay={() => setLeaving(false)}
          onClose={close}
        />
      ) : (
        <KeyForm
          isBusy={create.isPending}
          onSubmit={(draft) => create.mutateAsync({ body: draft })}
          onCancel={close}
        />
      )}
    </Modal>
  )
}
