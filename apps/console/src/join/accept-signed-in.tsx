'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import classes from './join.module.css'
import { forgetSecret } from './kept-secret.ts'
import type { Offer } from './use-invitation.ts'

/** For who is signed in with the invited address: one button. */
export function AcceptSignedIn({ secret, offer }: { secret: string; offer: Offer }) {
  const client = useTRPCClient()
  const { mutate, error, isPending, isSuccess } = useMutation({
    async mutationFn() {
      const { organizationId } = await client.join.accept.mutate({ secret })
      await client.session.chooseOrganization.mutate({ organizationId })
    },
    onSuccess() {
      forgetSecret()
      window.location.assign('/')
    },
  })
  return (
    <Stack gap="md">
      <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
      <Button fullWidth loading={isPending || isSuccess} onClick={() => mutate()}>
        Join {offer.organization}
      </Button>
      <p className={classes.note}>You are signed in as {offer.email}.</p>
    </Stack>
  )
}
