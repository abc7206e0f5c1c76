'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { CopyLine } from '#copy/copy-line.tsx'
import { FormActions } from '#form/form-actions.tsx'
import { QrCode } from './qr-code.tsx'
import { codeIn, secretIn } from './setup.ts'

interface ConfirmCodeProps {
  readonly totpUri: string
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Shows the app's secret, and goes on once the app has made a right code of it. */
export function ConfirmCode({ totpUri, onDone, onCancel }: ConfirmCodeProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = codeIn(String(new FormData(event.currentTarget).get('code') ?? ''))
    if (!/^\d{6}$/.test(code)) return setFault('Enter the six digits that the app shows.')
    setBusy(true)
    const answered = await callAuth('/two-factor/verify-totp', { code })
    if (answered.ok) return onDone()
    setBusy(false)
    setFault(refusalText(answered.refusal))
  }

  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with an authenticator app on your phone.</Text>
        <QrCode text={totpUri} label="QR code of the secret, which is in text below" />
        <Text size="sm">If it cannot be scanned, enter this secret in the app:</Text>
        <CopyLine text={secretIn(totpUri)} what="the secret" />
        <TextInput
          label="Code that the app shows now"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={10}
          error={fault}
          onChange={() => setFault(undefined)}
        />
        <FormActions submit="Turn on" isBusy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
