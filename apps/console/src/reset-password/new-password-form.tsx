'use client'

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import { lengthFault } from '#passwords/length-fault.ts'
import { NewPassword } from '#passwords/new-password.tsx'
import { passwordRefusal } from '#passwords/password-refusal.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/reset-password.tsx'

interface NewPasswordFormProps {
  readonly secret: string
  readonly email: string
  readonly onDone: (done: RouterOutput['reset']['set']) => void
}

export function NewPasswordForm({ secret, email, onDone }: NewPasswordFormProps) {
  const client = useTRPCClient()
  const form = useForm({ initialValues: { password: '' }, validate: { password: lengthFault } })
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ password }: typeof form.values) => client.reset.set.mutate({ secret, password }),
    onSuccess: onDone,
    onError: (failure) => form.setFieldError('password', passwordRefusal(failure)),
  })
  // Errors of the password are shown only at its field.
  const fault = passwordRefusal(error) === undefined && error
  return (
    <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
      <Stack gap="md">
        <div role="alert">{fault && <Alert color="red">{failureText(fault)}</Alert>}</div>
        {/* Password managers store the password under this address. */}
        <TextInput
          label={texts.choose.email}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <NewPassword
          label={texts.choose.password}
          own={[email]}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending} fullWidth>
          {texts.choose.action}
        </Button>
      </Stack>
    </form>
  )
}
