'use client'

import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { useAlive } from '#frame/use-alive.ts'
import { texts } from '#texts/reset-password.tsx'

/** The page that requests a link to set a new password. */
export function ForgotPage() {
  const client = useTRPCClient()
  const isAlive = useAlive()
  const [missing, setMissing] = useState<string>()
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (email: string) => client.reset.request.mutate({ email }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    setMissing(email === '' ? texts.forgot.emailMissing : undefined)
    if (email !== '') mutate(email)
  }

  if (data) {
    return (
      <LonePanel title={texts.sent.title}>
        <p className={classes.lead}>{texts.sent.text(variables, data.minutes)}</p>
        <BackToSignIn />
      </LonePanel>
    )
  }
  return (
    <LonePanel title={texts.forgot.title}>
      <p className={classes.lead}>{texts.forgot.lead}</p>
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="md">
          <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
          <TextInput
            label={texts.forgot.email}
            type="email"
            name="email"
            autoComplete="username"
            error={missing}
            onChange={() => setMissing(undefined)}
          />
          <Button
            type={isAlive ? 'submit' : 'button'}
            inert={!isAlive}
            loading={isPending}
            fullWidth
          >
            {texts.forgot.action}
          </Button>
        </Stack>
      </form>
      <BackToSignIn />
    </LonePanel>
  )
}

export function BackToSignIn() {
  return (
    <p className={classes.note}>
      <Anchor href="/sign-in" size="sm">
        {texts.back}
      </Anchor>
    </p>
  )
}
