'use client'

import { Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { endsSecondStep, refusalText } from '#auth-calls/refusal-text.ts'
import { texts } from '#texts/sign-in.tsx'
import { FaultAlert } from './fault-alert.tsx'
import { finishSignIn, type SecondStep } from './request.ts'

interface SecondStepFormProps {
  readonly onDone: () => void
  /** Returns to the password step; `why` is set if the user did not ask for it. */
  readonly onBack: (why?: string) => void
}

/** Format and input of each kind of code. */
const kinds = {
  app: {
    form: /^\d{6}$/,
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  backup: {
    form: /^[a-z2-9]{5}-[a-z2-9]{5}$/,
    input: { inputMode: 'text', autoComplete: 'off' },
  },
} as const

/** The second step of a sign-in: a code from the authenticator app, or a backup code. */
export function SecondStepForm({ onDone, onBack }: SecondStepFormProps) {
  const [kind, setKind] = useState<SecondStep['kind']>('app')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string>()
  const [fault, setFault] = useState<string>()
  const words = texts.code[kind]
  const { form, input } = kinds[kind]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const code = String(data.get('code') ?? '')
      .replace(/\s/g, '')
      .toLowerCase()
    setFault(undefined)
    if (!form.test(code)) return setMissing(words.missing)
    setBusy(true)
    const answered = await finishSignIn({ kind, code, trustDevice: data.has('trustDevice') })
    if (answered.ok) return onDone()
    const text = refusalText(answered.refusal)
    if (endsSecondStep(answered.refusal)) return onBack(text)
    setBusy(false)
    setFault(text)
  }

  function change() {
    setKind(kind === 'app' ? 'backup' : 'app')
    setMissing(undefined)
    setFault(undefined)
  }

  return (
    <form onSubmit={submit} noValidate method="post">
      <Stack gap="md">
        <FaultAlert fault={fault} />
        <TextInput
          key={kind}
          name="code"
          label={words.label}
          description={words.hint}
          {...input}
          autoFocus
          autoCapitalize="off"
          spellCheck={false}
          maxLength={20}
          error={missing}
          onChange={() => setMissing(undefined)}
        />
        <Checkbox name="trustDevice" label={texts.code.trust} description={texts.code.trustHint} />
        <Button type="submit" loading={busy} fullWidth>
          {texts.action}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {words.other}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={() => onBack()}>
            {texts.back}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
