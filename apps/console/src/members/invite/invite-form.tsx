'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { failureText, isFailure } from '#data/failure.ts'
import { firstField } from '#form/first-field.ts'
import { FormActions } from '#form/form-actions.tsx'
import { LockedWhile } from '#form/locked-while.tsx'
import { useUnsaved } from '#form/unsaved.tsx'
import { SignInAgain } from '#sign-in/sign-in-again.tsx'
import { texts } from '#texts/members-invite.tsx'
import type { Role } from '../roles.ts'
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
  useUnsaved(form.isDirty())
  const [refusal, setRefusal] = useState<string>()

  const submit = form.onSubmit(async (draft) => {
    setRefusal(undefined)
    try {
      await onSubmit(draft)
    } catch (error) {
      if (isAddressFault(error)) form.setErrors({ email: texts.emailFault })
      else setRefusal(failureText(error))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <LockedWhile isBusy={isBusy}>
        <Stack gap="lg">
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            description={texts.emailHint}
            {...firstField}
            {...form.getInputProps('email')}
          />
          <RoleChoice roles={roles} {...form.getInputProps('role')} />
          <Text size="sm" c="dimmed">
            {byMail ? texts.byMail(lastDays) : texts.byHand(lastDays)}{' '}
            {form.values.role === 'owner' && <SignInAgain />}
          </Text>
        </Stack>
      </LockedWhile>
      <FormActions
        submit={byMail ? texts.send : texts.make}
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
