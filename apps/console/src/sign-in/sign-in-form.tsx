'use client'

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { signIn } from './request.ts'

export function SignInForm({ next }: { next: string }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address.'),
      password: isNotEmpty('Enter your password.'),
    },
  })

  const submit = form.onSubmit(async (credentials) => {
    setBusy(true)
    setFault(undefined)
    const refused = await signIn(credentials)
    if (refused === undefined) {
      window.location.assign(next)
      return
    }
    setFault(refused)
    setBusy(false)
  })

  return (
    <form onSubmit={submit} noValidate method="post">
      <Stack gap="md">
        <div role="alert">
          {fault && (
            <Alert color="red" icon={<IconAlertCircle size={18} />}>
              {fault}
            </Alert>
          )}
        </div>
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
