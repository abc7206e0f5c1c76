'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import classes from '#frame/lone-panel.module.css'
import { texts } from '#texts/join.tsx'
import { joinedPath } from './joined-path.ts'
import { forgetSecret } from './kept-secret.ts'
import type { Offer } from './use-invitation.ts'

/** Shown to a user who is signed in with the invited address. */
export function AcceptSignedIn({ secret, offer }: { secret: string; offer: Offer }) {
  const client = useTRPCClient()
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => client.join.accept.mutate({ secret }),
    onSuccess({ organizationId }) {
      forgetSecret()
      window.location.assign(joinedPath(organizationId))
    },
  })
  return (
    <Stack gap="md">
      <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
      <Button fullWidth loading={isPending || isSuccess} onClick={() => mutate()}>
        {offer.organization ? texts.joins(offer.organization) : texts.accept}
      </Button>
      <p className={classes.note}>{texts.signedInAs(offer.email)}</p>
    </Stack>
  )
}
