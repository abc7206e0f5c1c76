'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { signInByPasskey } from '#passkeys/ceremony.ts'
import { hindranceAt, originHere } from '#passkeys/hindrance.ts'
import { texts } from '#texts/sign-in.tsx'

/** Signs in with a passkey. Hidden if the page's address or the browser does not support it. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [isPossible, setPossible] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => setPossible(hindranceAt(originHere()) === undefined), [])
  if (!isPossible) return null

  async function enter() {
    setBusy(true)
    setFault(undefined)
    const outcome = await signInByPasskey()
    if (!outcome) return onDone()
    setBusy(false)
    setFault(outcome.fault)
  }

  return (
    <Stack gap="md" mt="md">
      <Button
        variant="default"
        fullWidth
        loading={busy}
        leftSection={<IconFingerprint size={16} stroke={1.6} />}
        onClick={enter}
      >
        {texts.byPasskey}
      </Button>
      <div role="alert">{fault && <Alert color="red">{fault}</Alert>}</div>
    </Stack>
  )
}
