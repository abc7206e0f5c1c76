'use client'

import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/join.tsx'
import { EndedInvitation } from './ended-invitation.tsx'
import { useKeptSecret } from './kept-secret.ts'
import { OpenInvitation } from './open-invitation.tsx'
import { useInvitation } from './use-invitation.ts'

/** The page that an invitation link opens: the invitation, or the reason why it is no longer valid. */
export function JoinPage() {
  const secret = useKeptSecret()
  return (
    <LonePanel>
      {secret === undefined && <Loading />}
      {secret === null && <NoInvitation />}
      {secret && <Invitation secret={secret} />}
    </LonePanel>
  )
}

function Invitation({ secret }: { secret: string }) {
  const query = useInvitation(secret)
  return (
    <Loaded query={query} title={texts.failed} missing={<NoInvitation />} waiting={<Loading />}>
      {(data) => {
        if (data.status === 'open') return <OpenInvitation secret={secret} offer={data} />
        return <EndedInvitation status={data.status} offer={data} />
      }}
    </Loaded>
  )
}

function Loading() {
  return (
    <>
      <h1 className={classes.title}>{texts.loading}</h1>
      <Skeleton height={160} />
    </>
  )
}

function NoInvitation() {
  return (
    <State icon={IconLinkOff} heading="h1" title={texts.none.title}>
      {texts.none.text}
    </State>
  )
}
