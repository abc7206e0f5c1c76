import { Button } from '@mantine/core'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { State } from '#states/state.tsx'
import { forgetSecret } from './kept-secret.ts'
import type { Offer } from './use-invitation.ts'

type Ended = Exclude<Offer['status'], 'open'>

const titles: Record<Ended, string> = {
  expired: 'This invitation has expired',
  withdrawn: 'This invitation was withdrawn',
  replaced: 'This invitation was replaced',
  accepted: 'This invitation was accepted already',
}

/** Why a link lets nobody in any more, and what to do then. */
export function EndedInvitation({ status, offer }: { status: Ended; offer: Offer }) {
  const isAccepted = status === 'accepted'
  return (
    <State
      icon={isAccepted ? IconMailCheck : IconMailOff}
      heading="h1"
      title={titles[status]}
      action={
        <Button component="a" href="/" variant="default" onClick={forgetSecret}>
          {offer.signedInAs === null ? 'Sign in' : 'Go to the console'}
        </Button>
      }
    >
      {adviceOf(status, offer)}
    </State>
  )
}

function adviceOf(status: Ended, { createdBy, organization, email }: Offer): string {
  const whereto = organization ? `another admin of ${organization}` : 'another who runs the service'
  switch (status) {
    case 'expired':
    case 'withdrawn':
      return `Ask ${createdBy} or ${whereto} for a new one.`
    case 'replaced':
      return `${email} was invited again: use the newer link.`
    case 'accepted':
      return `An invitation works once. If you are ${email}, sign in.`
  }
}
