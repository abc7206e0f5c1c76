'use client'

import { Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { TierLimit } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/limits.ts'

/** Loaded when the dialog opens, because it contains the schemas of the contract. */
const RequestForm = dynamic(() => import('./request-form.tsx').then((all) => all.RequestForm), {
  loading: () => <Skeleton height={320} />,
})

/** Opens the form for requesting higher limits. */
export function AskForMore({ limits }: { limits: readonly TierLimit[] }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { mutateAsync, isPending } = useMutation(
    trpc.limitRequests.create.mutationOptions({
      async onSuccess() {
        close()
        notifications.show({ message: texts.request.done })
        await cache.invalidateQueries(trpc.limitRequests.pathFilter())
        await cache.invalidateQueries(trpc.audit.pathFilter())
      },
    }),
  )
  return (
    <>
      <Button onClick={() => setOpened(true)}>{texts.request.opens}</Button>
      <FormDialog opened={opened} onClose={close} title={texts.request.title}>
        <RequestForm
          limits={limits}
          isBusy={isPending}
          onSubmit={(body) => mutateAsync({ body })}
          onCancel={close}
        />
      </FormDialog>
    </>
  )
}
