'use client'

import classes from '#frame/lone-panel.module.css'
import { texts } from '#texts/join.tsx'
import { texts as roles } from '#texts/roles.ts'
import { AcceptAsNew } from './accept-as-new.tsx'
import { AcceptSignedIn } from './accept-signed-in.tsx'
import { SignInFirst } from './sign-in-first.tsx'
import type { Offer } from './use-invitation.ts'
import { WrongAccount } from './wrong-account.tsx'

interface OpenInvitationProps {
  readonly secret: string
  readonly offer: Offer
}

/** Shows an open invitation and the way to accept it that suits the user. */
export function OpenInvitation({ secret, offer }: OpenInvitationProps) {
  const { organization, createdBy, email, role } = offer
  return (
    <>
      <h1 className={classes.title}>{organization ? texts.joins(organization) : texts.runs}</h1>
      {role === 'operator' ? (
        <p className={classes.lead}>{texts.offer.operator(email)}</p>
      ) : (
        <p className={classes.lead}>
          {texts.offer.member(email, createdBy, roles.inSentence[role], roles.allows[role])}
        </p>
      )}
      <Way secret={secret} offer={offer} />
    </>
  )
}

function Way({ secret, offer }: OpenInvitationProps) {
  const { email, signedInAs, way } = offer
  // A session of an unverified account does not prove that the user owns the address.
  if (way === 'claim') return <AcceptAsNew secret={secret} offer={offer} />
  if (signedInAs === email) return <AcceptSignedIn secret={secret} offer={offer} />
  if (signedInAs !== null) return <WrongAccount email={email} signedInAs={signedInAs} />
  if (way === 'sign-in') return <SignInFirst email={email} />
  return <AcceptAsNew secret={secret} offer={offer} />
}
