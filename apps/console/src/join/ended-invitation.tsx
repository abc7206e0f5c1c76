import { Button } from '@mantine/core'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/join.tsx'
import { forgetSecret } from './kept-secret.ts'
import type { Offer } from './use-invitation.ts'

type Ended = Exclude<Offer['status'], 'open'>

/** Says why a link is no longer valid and what to do. */
export function EndedInvitation({ status, offer }: { status: Ended; offer: Offer }) {
  const isAccepted = status === 'accepted'
  return (
    <State
      icon={isAccepted ? IconMailCheck : IconMailOff}
      heading="h1"
      title={texts.ended.title[status]}
      action={
        <Button component="a" href="/" variant="default" onClick={forgetSecret}>
          {offer.signedInAs === null ? texts.ended.signIn : texts.ended.goOn}
        </Button>
      }
    >
      {adviceOf(status, offer)}
    </State>
  )
}

function adviceOf(status: Ended, { createdBy, organization, email }: Offer): string {
  switch (status) {
    case 'expired':
    case 'withdrawn':
      return organization
        ? texts.ended.askAdmin(createdBy, organization)
        : texts.ended.askOperator(createdBy)
    case 'replaced':
      return texts.ended.replaced(email)
    case 'accepted':
      return texts.ended.accepted(email)
  }
}
