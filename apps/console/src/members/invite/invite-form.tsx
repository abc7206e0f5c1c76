'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { FormActions } from '#form/form-actions.tsx'
import type { Role } from '../role-words.ts'
import { RoleChoice } from './role-choice.tsx'

export interface Draft {
  readonly email: string
  readonly role: Role
}

interface InviteFormProps {
  readonly roles: readonly Role[]
  readonly lastDays: number | undefined
  readonly byMail: boolean
  readonly isBusy: boolean
  readonly onSubmit: (draft: Draft) => Promise<unknown>
  readonly onCancel: () => void
}

export function InviteForm(props: InviteFormProps) {
  const { roles, lastDays, byMail, isBusy, onSubmit, onCancel } = props
  const form = useForm<Draft>({ initialValues: { email: '', role: 'viewer' } })
  const [refusal, setRefusal] = useState<string>()

  const submit = form.onSubmit(async (draft) => {
    setRefusal(undefined)
    try {
      await onSubmit(draft)
    } catch (error) {
      if (isAddressFault(error)) form.setErrors({ email: 'Enter a whole e-mail address.' })
      else setRefusal(failureText(error))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          description="The invitation is for this address only. An open one of the same address is replaced."
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleChoice roles={roles} {...form.getInputProps('role')} />
        <Text size="sm" c="dimmed">
          {byMail
            ? 'They get a link by mail, which nobody else sees. It works once'
            : 'No mail is sent here. You get a link to pass on, which works once'}
          {lastDays !== undefined && ` and for ${lastDays} days`}.
        </Text>
      </Stack>
      <FormActions
        submit={byMail ? 'Send the invitation' : 'Make the link'}
        isBusy={isBusy}
        refusal={refusal}
        onCancel={onCancel}
      />
    </form>
  )
}

function isAddressFault(error: unknown): boolean {
  const faults = (isFailure(error) && error.data?.problem?.errors) || []
  return faults.some(({ pointer }) => pointer === '/email')
}
