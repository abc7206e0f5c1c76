'use client'

import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormActions } from '#form/form-actions.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/operator-limits.ts'
import { refusalOf } from './refusals.ts'

interface Change<Values> {
  readonly form: UseFormReturnType<Values>
  readonly changed: string
  readonly onDone: () => void
}

/** Handlers for a change of an organization's limits, and the error that belongs to no field. */
export function useChangeOutcome<Values>({ form, changed, onDone }: Change<Values>) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  return {
    refusal,
    outcome: {
      onMutate: () => setRefusal(undefined),
      async onSuccess() {
        onDone()
        notifications.show({ message: changed })
        await cache.invalidateQueries(trpc.operator.pathFilter())
      },
      onError(error: unknown) {
        const { fields, text } = refusalOf(error)
        form.setErrors(fields)
        setRefusal(text)
        void cache.invalidateQueries(trpc.operator.pathFilter())
      },
    },
  }
}

interface ChangeFormProps {
  readonly onSubmit: () => void
  readonly isDirty: boolean
  readonly isPending: boolean
  readonly refusal: string | undefined
  readonly onDone: () => void
  readonly children: ReactNode
}

/** A form for new limits, with the error and the buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { onSubmit, isDirty, isPending, refusal, onDone, children } = props
  useUnsaved(isDirty)
  return (
    <form onSubmit={onSubmit} noValidate>
      <LockedWhile isBusy={isPending}>
        <Stack gap="md">{children}</Stack>
      </LockedWhile>
      <FormActions submit={texts.change} isBusy={isPending} refusal={refusal} onCancel={onDone} />
    </form>
  )
}
