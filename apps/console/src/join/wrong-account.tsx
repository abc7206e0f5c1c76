'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { signOut } from '#sign-in/sign-out.ts'
import { texts } from '#texts/join.tsx'

interface WrongAccountProps {
  /** The invited address. */
  readonly email: string
  readonly signedInAs: string
}

/** Shown to a user who is signed in with another account. */
export function WrongAccount({ email, signedInAs }: WrongAccountProps) {
  const [busy, setBusy] = useState(false)

  async function switchAccount() {
    setBusy(true)
    // Stays busy until the page is left.
    setBusy(await signOut('/join'))
  }

  return (
    <Stack gap="md">
      <Alert color="yellow" title={texts.wrongAccount.title} style={{ overflowWrap: 'anywhere' }}>
        {texts.wrongAccount.text(signedInAs, email)}
      </Alert>
      <Button fullWidth loading={busy} onClick={switchAccount}>
        {texts.wrongAccount.switch}
      </Button>
      <Button fullWidth variant="default" component="a" href="/">
        {texts.wrongAccount.stay}
      </Button>
    </Stack>
  )
}
