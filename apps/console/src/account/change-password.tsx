'use client'

import { Alert, Button, Checkbox, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { NewPassword } from '#passwords/new-password.tsx'
import { texts } from '#texts/account.tsx'
import classes from './account.module.css'
import { passwordFaults } from './password-faults.ts'
import { useReload } from './use-account.ts'

const empty = { currentPassword: '', newPassword: '', revokeOtherSessions: true }

/** Changes the password. Asks for the current one, so that a signed-in browser is not enough. */
export function ChangePassword({ name, email }: { name: string; email: string }) {
  const reload = useReload()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const form = useForm({ initialValues: empty, validate: passwordFaults })

  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    setFault(undefined)
    const answered = await callAuth('/change-password', values)
    setBusy(false)
    if (!answered.ok) {
      const text = refusalText(answered.refusal)
      const { code } = answered.refusal
      if (code === 'INVALID_PASSWORD') form.setFieldError('currentPassword', text)
      else if (code?.startsWith('PASSWORD_')) form.setFieldError('newPassword', text)
      else setFault(text)
      return
    }
    form.reset()
    notifications.show({ message: texts.password.changed })
    await reload()
  })

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Stack gap="md">
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={texts.password.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.password.showCurrent }}
          {...form.getInputProps('currentPassword')}
        />
        <NewPassword
          label={texts.password.next}
          own={[name, email]}
          {...form.getInputProps('newPassword')}
        />
        <Checkbox
          label={texts.password.endOthers}
          {...form.getInputProps('revokeOtherSessions', { type: 'checkbox' })}
        />
        <div role="alert">{fault && <Alert color="red">{fault}</Alert>}</div>
        <div>
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
            {texts.password.change}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
