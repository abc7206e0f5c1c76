'use client'

import { useForm } from '@mantine/form'
import type { StorageQuota } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/operator-limits.ts'
import { ChangeForm, useChangeOutcome } from '../change-form.tsx'
import { toQuota, typedQuota } from '../figures.ts'
import { ReasonField } from '../reason-field.tsx'
import { QuotaField } from './quota-field.tsx'

interface ChangeQuotaProps {
  readonly organizationId: string
  readonly quota: StorageQuota
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog that sets an organization's own quota. */
export function ChangeQuota({ opened, onClose, ...fields }: ChangeQuotaProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.storage.changeOf(fields.quota.kind)}>
      <QuotaForm {...fields} onDone={onClose} />
    </FormDialog>
  )
}

type QuotaFormProps = Pick<ChangeQuotaProps, 'organizationId' | 'quota'> & { onDone: () => void }

function QuotaForm({ organizationId, quota: { kind, mostBytes }, onDone }: QuotaFormProps) {
  const trpc = useTRPC()
  // The quota when the form was opened, so that another operator's change is not overwritten unseen.
  const [wasBytes] = useState(mostBytes)
  const form = useForm({
    initialValues: { ...typedQuota({ kind, bytes: wasBytes }), reason: '' },
  })
  const changed = texts.storage.changed(kind)
  const { refusal, outcome } = useChangeOutcome({ form, changed, onDone })
  const { mutate, isPending } = useMutation(trpc.operator.setQuota.mutationOptions(outcome))
  const submit = form.onSubmit(({ reason, ...quota }) =>
    mutate({ id: organizationId, ...toQuota(quota), reason, wasBytes }),
  )
  return (
    <ChangeForm onSubmit={submit} isDirty={form.isDirty()} {...{ isPending, refusal, onDone }}>
      <QuotaField kind={kind} {...form.getInputProps('gib')} />
      <ReasonField {...form.getInputProps('reason')} />
    </ChangeForm>
  )
}
