'use client'

import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { linkSecret } from '#link-secret/link-secret.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/reset-password.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type Done = RouterOutput['reset']['set']

const { useSecret, forget } = linkSecret('sluice.password-reset')

/** The page that the link for a new password opens. */
export function ResetPage() {
  const secret = useSecret()
  const [done, setDone] = useState<Done>()
  if (done) return <Changed {...done} />
  if (secret === null) return <EndedLink />
  return (
    <Choose
      secret={secret}
      onDone={(what) => {
        forget()
        setDone(what)
      }}
    />
  )
}

interface ChooseProps {
  readonly secret: string | undefined
  readonly onDone: (done: Done) => void
}

function Choose({ secret = '', onDone }: ChooseProps) {
  const client = useTRPCClient()
  const query = useQuery({
    queryKey: ['password-reset', secret],
    queryFn: () => client.reset.look.mutate({ secret }),
    enabled: secret !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (isMissing(query.error)) return <EndedLink />
  return (
    <LonePanel title={texts.choose.title}>
      <Loaded query={query} title={texts.choose.failed} waiting={<Skeleton height={160} />}>
        {({ email }) => <NewPasswordForm secret={secret} email={email} onDone={onDone} />}
      </Loaded>
    </LonePanel>
  )
}

function Changed({ email, left }: Done) {
  return (
    <LonePanel title={texts.changed.title}>
      <p className={classes.lead}>
        {texts.changed.ended(email)} {left.twoStep && texts.changed.twoStep}{' '}
        {left.passkeys > 0 && texts.changed.passkeys(left.passkeys)}
      </p>
      <Button component="a" href="/sign-in" fullWidth>
        {texts.changed.action}
      </Button>
    </LonePanel>
  )
}

function EndedLink() {
  return (
    <LonePanel title={texts.ended.title}>
      <p className={classes.lead}>{texts.ended.text}</p>
      <Button component="a" href="/forgot-password" fullWidth>
        {texts.ended.action}
      </Button>
    </LonePanel>
  )
}
