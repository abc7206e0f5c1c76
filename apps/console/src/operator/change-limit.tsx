'use client'

import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/operator-limits.ts'
import { ChangeForm, useChangeOutcome } from './change-form.tsx'
import { asNow, type LimitNow, toFigures } from './figures.ts'
import { FiguresFields } from './figures-fields.tsx'
import { TermsFields } from './terms-fields.tsx'

interface ChangeLimitProps {
  readonly organizationId: string
  readonly limit: LimitNow
  /** Whether the tier has no figures yet, so that the given ones are a proposal. */
  readonly isNew?: boolean
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog that sets an organization's own limits for a tier, permanently or until a time. */
export function ChangeLimit({ opened, onClose, ...fields }: ChangeLimitProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title(fields.limit.tier)}>
      <LimitForm {...fields} onDone={onClose} />
    </FormDialog>
  )
}

type LimitFormProps = Pick<ChangeLimitProps, 'organizationId' | 'limit' | 'isNew'> & {
  onDone: () => void
}

function LimitForm({ organizationId, limit, isNew = false, onDone }: LimitFormProps) {
  const trpc = useTRPC()
  const { tier, perMinute, burst } = limit
  // The figures when the form was opened, so that another operator's change is not overwritten unseen.
  const [was] = useState(isNew ? null : { perMinute, burst })
  const form = useForm({ initialValues: asNow(limit) })
  const { refusal, outcome } = useChangeOutcome({ form, changed: texts.changed(tier), onDone })
  const { mutate, isPending } = useMutation(trpc.operator.setLimit.mutationOptions(outcome))
  const submit = form.onSubmit(({ limits: [figures], reason, until }) => {
    if (!figures) return
    mutate({ id: organizationId, ...toFigures(figures), reason, until: until || null, was })
  })
  return (
    <ChangeForm onSubmit={submit} isDirty={form.isDirty()} {...{ isPending, refusal, onDone }}>
      <FiguresFields organizationId={organizationId} form={form} index={0} />
      <TermsFields form={form} />
    </ChangeForm>
  )
}
