'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Answered } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { CopyLine } from '#copy/copy-line.tsx'
import { FormActions } from '#form/form-actions.tsx'
import { texts } from '#texts/account-two-step.tsx'
import { QrCode } from './qr-code.tsx'
import { codeIn, secretIn } from './setup.ts'

interface ConfirmCodeProps {
  readonly totpUri: string
  readonly call: (code: string) => Promise<Answered<object>>
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Shows the secret for the app, and continues once the user has entered a correct code. */
export function ConfirmCode({ totpUri, call, onDone, onCancel }: ConfirmCodeProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = codeIn(String(new FormData(event.currentTarget).get('code') ?? ''))
    if (!/^\d{6}$/.test(code)) return setFault(texts.on.codeMissing)
    setBusy(true)
    const answered = await call(code)
    if (answered.ok) return onDone()
    setBusy(false)
    setFault(refusalText(answered.refusal))
  }

  return (
    <form onSubmit={confirm} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.on.scan}</Text>
        <QrCode text={totpUri} label={texts.on.qrCode} />
        <Text size="sm">{texts.on.type}</Text>
        <CopyLine text={secretIn(totpUri)} what={texts.on.secret} />
        <TextInput
          label={texts.on.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={10}
          error={fault}
          onChange={() => setFault(undefined)}
        />
        <FormActions submit={texts.on.action} isBusy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
