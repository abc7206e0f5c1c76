'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { signOut } from '#sign-in/request.ts'
import type { Offer } from './use-invitation.ts'

/** For who is signed in as somebody else. */
export function WrongAccount({ offer: { email, signedInAs } }: { offer: Offer }) {
  const [busy, setBusy] = useState(false)

  function switchAccount() {
    setBusy(true)
    void signOut('/join')
  }

  return (
    <Stack gap="md">
      <Alert
        color="yellow"
        title="This invitation is for somebody else"
        style={{ overflowWrap: 'anywhere' }}
      >
        You are signed in as {signedInAs}, and it is for {email}.
      </Alert>
      <Button fullWidth loading={busy} onClick={switchAccount}>
        Sign out and go on
      </Button>
      <Button fullWidth variant="default" component="a" href="/">
        Stay signed in
      </Button>
    </Stack>
  )
}
