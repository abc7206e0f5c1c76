'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { callAuth, type Refusal } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import { texts } from '#texts/sign-in.tsx'
import { signOut } from './sign-out.ts'
import { startCompany } from './start-company.ts'

interface ConnectAccountProps {
  readonly signedInAs: string
  /** The address of the account to connect. */
  readonly email: string
}

/** Links the signed-in account to the company account, then signs in through the company. That suffices from now on. */
export function ConnectAccount({ signedInAs, email }: ConnectAccountProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  async function connect() {
    setBusy(true)
    setRefusal(undefined)
    const answered = await callAuth<{ organizationId: string; next: string }>(
      '/company/connect',
      {},
    )
    const refused = answered.ok
      ? await startCompany(answered.body.organizationId, answered.body.next)
      : answered.refusal
    if (!refused) return
    setBusy(false)
    setRefusal(refused)
  }

  const isOther = signedInAs !== email
  return (
    <Stack gap="md">
      <div role="alert">
        {isOther && <Alert color="yellow">{texts.connect.signedInAs(signedInAs)}</Alert>}
        {refusal && <Alert color="red">{refusalText(refusal)}</Alert>}
      </div>
      {!isOther && (
        <Button fullWidth loading={busy} onClick={connect}>
          {texts.connect.action}
        </Button>
      )}
      <Button variant="default" fullWidth onClick={() => signOut('/sign-in/connect')}>
        {isOther ? texts.connect.signInAs(email) : texts.connect.again}
      </Button>
    </Stack>
  )
}
