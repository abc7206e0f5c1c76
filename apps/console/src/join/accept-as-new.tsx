'use client'

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import { lengthFault } from '#passwords/length-fault.ts'
import { NewPassword } from '#passwords/new-password.tsx'
import { passwordRefusal } from '#passwords/password-refusal.ts'
import { signIn } from '#sign-in/request.ts'
import { texts } from '#texts/join.tsx'
import { joinedPath } from './joined-path.ts'
import { forgetSecret } from './kept-secret.ts'
import type { Offer } from './use-invitation.ts'

/**
 * Shown if the address has no account, or one whose owner was never verified. Name and password create or claim the
 * account, and sign the user in.
 */
export function AcceptAsNew({ secret, offer }: { secret: string; offer: Offer }) {
  const { email, organization, way } = offer
  const client = useTRPCClient()
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? texts.asNew.nameMissing : null),
      password: lengthFault,
    },
  })
  const { mutate, error, isPending, isSuccess } = useMutation({
    async mutationFn({ name, password }: typeof form.values) {
      const joined = await client.join.acceptAsNew.mutate({ secret, name, password })
      forgetSecret()
      // If signing in fails, the account still exists, and the next page asks to sign in.
      await signIn({ email, password })
      return joined
    },
    onError: (failure) => form.setFieldError('password', passwordRefusal(failure)),
    onSuccess: ({ organizationId }) => window.location.assign(joinedPath(organizationId)),
  })
  // Errors of the password are shown only at its field.
  const fault = passwordRefusal(error) === undefined && error

  return (
    <form onSubmit={form.onSubmit((values) => mutate(values))} noValidate>
      <Stack gap="md">
        <div role="alert">{fault && <Alert color="red">{failureText(fault)}</Alert>}</div>
        {way === 'claim' && (
          <Alert color="yellow" title={texts.asNew.claimTitle}>
            {texts.asNew.claimText}
          </Alert>
        )}
        {/* Password managers store the password under this address. */}
        <TextInput
          label={texts.asNew.email}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <TextInput
          label={texts.asNew.name}
          autoComplete="name"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <NewPassword
          label={way === 'claim' ? texts.asNew.newPassword : texts.asNew.password}
          own={[form.values.name, email, organization ?? '']}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending || isSuccess} fullWidth>
          {organization ? texts.joins(organization) : texts.accept}
        </Button>
      </Stack>
    </form>
  )
}
