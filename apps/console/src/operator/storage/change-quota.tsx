'use client'

import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { StorageQuota } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useLeave, useUnsaved } from '#form/unsaved.tsx'
import { texts } from '#texts/operator-limits.ts'
import { toQuota } from '../figures.ts'
import { refusalOf } from '../refusals.ts'
import { QuotaField } from './quota-field.tsx'

interface ChangeQuotaProps {
  readonly organizationId: string
  readonly quota: StorageQuota
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog that gives an organization a quota of its own. */
export function ChangeQuota({ opened, onClose, ...form }: ChangeQuotaProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.storage.title(form.quota.kind)}>
      <ChangeForm {...form} onDone={onClose} />
    </FormDialog>
  )
}

type ChangeFormProps = Pick<ChangeQuotaProps, 'organizationId' | 'quota'> & { onDone: () => void }

function ChangeForm({ organizationId, quota: { kind, mostBytes }, onDone }: ChangeFormProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const gib: number | string = mostBytes / 2 ** 30
  const form = useForm({ initialValues: { gib, reason: '' } })
  const cancel = useLeave(onDone)
  useUnsaved(form.isDirty())
  const [refusal, setRefusal] = useState<string>()
  const { mutate, isPending } = useMutation(
    trpc.operator.setQuota.mutationOptions({
      async onSuccess() {
        onDone()
        notifications.show({ message: texts.storage.changed(kind) })
        await cache.invalidateQueries(trpc.operator.pathFilter())
      },
      onError(error) {
        const { fields, text } = refusalOf(error)
        form.setErrors(fields)
        setRefusal(text)
      },
    }),
  )
  const submit = form.onSubmit((values) => {
    setRefusal(undefined)
    mutate({ id: organizationId, ...toQuota({ kind, gib: values.gib }), reason: values.reason })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <QuotaField kind={kind} {...form.getInputProps('gib')} />
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('reason')}
        />
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
