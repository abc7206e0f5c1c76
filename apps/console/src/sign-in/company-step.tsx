'use client'

import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { texts } from '#texts/sign-in.tsx'
import { FaultAlert } from './fault-alert.tsx'
import { startCompany } from './start-company.ts'

interface CompanyStepProps {
  readonly next: string
  readonly onBack: () => void
}

/** Asks for the company and continues at its identity provider. */
export function CompanyStep({ next, onBack }: CompanyStepProps) {
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string>()
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const company = String(new FormData(event.currentTarget).get('company') ?? '').trim()
    setFault(undefined)
    if (company === '') return setMissing(texts.company.missing)
    setBusy(true)
    const refusal = await startCompany(company, next)
    if (!refusal) return
    setBusy(false)
    setFault(refusalText(refusal))
  }

  return (
    <form onSubmit={submit} noValidate method="post">
      <Stack gap="md">
        <FaultAlert fault={fault} />
        <TextInput
          name="company"
          label={texts.company.label}
          description={texts.company.hint}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          maxLength={320}
          error={missing}
          onChange={() => setMissing(undefined)}
        />
        <Button type="submit" loading={busy} fullWidth>
          {texts.company.action}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {texts.back}
        </Anchor>
      </Stack>
    </form>
  )
}
