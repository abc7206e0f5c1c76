'use client'

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { useAlive } from '#frame/use-alive.ts'
import { texts } from '#texts/sign-in.tsx'
import { FaultAlert } from './fault-alert.tsx'
import { type Credentials, signIn } from './request.ts'

interface PasswordStepProps {
  /** Why the user is back at this step. */
  readonly fault: string | undefined
  readonly onDone: (outcome: { readonly needsCode: boolean }) => void
}

type Missing = Partial<Record<keyof Credentials, string>>

/** Asks for email and password. Uncontrolled fields keep what was entered before hydration or by the browser. */
export function PasswordStep({ fault: given, onDone }: PasswordStepProps) {
  const isAlive = useAlive()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [fault, setFault] = useState(given)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const credentials = credentialsIn(new FormData(event.currentTarget))
    const left = missingIn(credentials)
    setMissing(left)
    if (Object.keys(left).length > 0) return
    setBusy(true)
    setFault(undefined)
    const answered = await signIn(credentials)
    if (answered.ok) return onDone({ needsCode: answered.body.twoFactorRedirect === true })
    setFault(refusalText(answered.refusal))
    setBusy(false)
  }

  return (
    <form onSubmit={submit} noValidate method="post">
      <Stack gap="md">
        <FaultAlert fault={fault} />
        <TextInput
          label={texts.email}
          type="email"
          name="email"
          autoComplete="username"
          error={missing.email}
          onChange={() => setMissing(({ password }) => ({ ...(password && { password }) }))}
        />
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          error={missing.password}
          onChange={() => setMissing(({ email }) => ({ ...(email && { email }) }))}
        />
        {/* Before hydration the browser itself would submit the form and leave the page. */}
        <Button type={isAlive ? 'submit' : 'button'} inert={!isAlive} loading={busy} fullWidth>
          {texts.action}
        </Button>
      </Stack>
    </form>
  )
}

function credentialsIn(data: FormData): Credentials {
  return { email: String(data.get('email') ?? ''), password: String(data.get('password') ?? '') }
}

function missingIn({ email, password }: Credentials): Missing {
  return {
    ...(email.trim() === '' && { email: texts.emailMissing }),
    ...(password.trim() === '' && { password: texts.passwordMissing }),
  }
}
