'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { TierLimit } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useLeave, useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/operator-limits.ts'
import { type TermsValues, toFigures } from './figures.ts'
import { FiguresFields } from './figures-fields.tsx'
import { refusalOf } from './refusals.ts'
import { TermsFields } from './terms-fields.tsx'

interface ChangeLimitProps {
  readonly organizationId: string
  readonly limit: Pick<TierLimit, 'tier' | 'perMinute' | 'burst'>
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog that gives an organization figures of its own for a tier, for good or until a time. */
export function ChangeLimit({ opened, onClose, ...form }: ChangeLimitProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title(form.limit.tier)}>
      <ChangeForm {...form} onDone={onClose} />
    </FormDialog>
  )
}

type ChangeFormProps = Pick<ChangeLimitProps, 'organizationId' | 'limit'> & { onDone: () => void }

function ChangeForm({ organizationId, limit, onDone }: ChangeFormProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { tier, perMinute, burst } = limit
  const initialValues: TermsValues = {
    ...{ limits: [{ tier, perMinute, burst }], storage: [], reason: '', until: '' },
  }
  const form = useForm({ initialValues })
  const cancel = useLeave(onDone)
  useUnsaved(form.isDirty())
  const [refusal, setRefusal] = useState<string>()
  const { mutate, isPending } = useMutation(
    trpc.operator.setLimit.mutationOptions({
      async onSuccess() {
        onDone()
        notifications.show({
          message: texts.changed(tier),
        })
        await cache.invalidateQueries(trpc.operator.pathFilter())
      },
      onError(error) {
        const { fields, text } = refusalOf(error)
        form.setErrors(fields)
        setRefusal(text)
      },
    }),
  )
  const submit = form.onSubmit(({ limits: [figures], reason, until }) => {
    setRefusal(undefined)
    if (figures) mutate({ id: organizationId, ...toFigures(figures), reason, until: until || null })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FiguresFields organizationId={organizationId} form={form} index={0} />
        <TermsFields form={form} />
        <div role="alert">{refusal && <Alert color="red">{refusal}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
