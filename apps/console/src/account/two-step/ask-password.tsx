'use client'

import { PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answered } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { firstField } from '#form/first-field.ts'
import { FormActions } from '#form/form-actions.tsx'
import { texts } from '#texts/account-two-step.tsx'

interface AskPasswordProps<Body> {
  /** Label of the button, for example "Turn off". */
  readonly submit: string
  readonly call: (password: string) => Promise<Answered<Body>>
  readonly onDone: (body: Body) => void | Promise<void>
  readonly onCancel: () => void
  /** The purpose. */
  readonly children: ReactNode
}

/** Asks for the password before a change of the second factor, so that a signed-in browser is not enough. */
export function AskPassword<Body>(props: AskPasswordProps<Body>) {
  const { submit, call, onDone, onCancel, children } = props
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setRefusal(undefined)
    setFault(password === '' ? texts.passwordMissing : undefined)
    if (password === '') return
    setBusy(true)
    const answered = await call(password)
    if (answered.ok) return onDone(answered.body)
    setBusy(false)
    const text = refusalText(answered.refusal)
    if (answered.refusal.code === 'INVALID_PASSWORD') setFault(text)
    else setRefusal(text)
  }

  return (
    <form onSubmit={ask} noValidate>
      <Stack gap="md">
        {children}
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          {...firstField}
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          error={fault}
          onChange={() => setFault(undefined)}
        />
        <FormActions submit={submit} isBusy={busy} refusal={refusal} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
