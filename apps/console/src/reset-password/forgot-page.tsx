'use client'

import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { useAlive } from '#frame/use-alive.ts'

/** Requests a link for a new password. */
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
    setMissing(email === '' ? 'Enter your e-mail address.' : undefined)
    if (email !== '') mutate(email)
  }

  if (data) {
    return (
      <LonePanel title="Check your mail">
        <p className={classes.lead}>
          If <strong>{variables}</strong> has an account, a link is on its way. It works once, for{' '}
          {data.minutes} minutes. Nothing there? Look among unwanted mail.
        </p>
        <BackToSignIn />
      </LonePanel>
    )
  }
  return (
    <LonePanel title="Forgot your password?">
      <p className={classes.lead}>You get a link by mail to choose a new one.</p>
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="md">
          <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
          <TextInput
            label="E-mail"
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
            Send the link
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
        Back to sign-in
      </Anchor>
    </p>
  )
}
