'use client'

import classes from '#frame/lone-panel.module.css'
import { roleNames, roleWords } from '#members/role-words.ts'
import { AcceptAsNew } from './accept-as-new.tsx'
import { AcceptSignedIn } from './accept-signed-in.tsx'
import { SignInFirst } from './sign-in-first.tsx'
import type { Offer } from './use-invitation.ts'
import { WrongAccount } from './wrong-account.tsx'

interface OpenInvitationProps {
  readonly secret: string
  readonly offer: Offer
}

/** What an invitation offers, and the way to accept it for whoever looks at it. */
export function OpenInvitation({ secret, offer }: OpenInvitationProps) {
  const { organization, createdBy, email, role } = offer
  return (
    <>
      <h1 className={classes.title}>{organization ? `Join ${organization}` : 'Run Sluice'}</h1>
      {role === 'operator' ? (
        <p className={classes.lead}>
          <strong>{email}</strong> is invited to run this service, as <strong>operator</strong>.
          Operators see every organization and decide about limits.
        </p>
      ) : (
        <p className={classes.lead}>
          <strong>{email}</strong> is invited by {createdBy}, as{' '}
          <strong>{roleNames[role].toLowerCase()}</strong>. {roleWords[role]}
        </p>
      )}
      <Way secret={secret} offer={offer} />
    </>
  )
}

function Way({ secret, offer }: OpenInvitationProps) {
  const { email, signedInAs, way } = offer
  // Whoever is signed in with an account that nobody has proved theirs need not be its holder.
  if (way === 'claim') return <AcceptAsNew secret={secret} offer={offer} />
  if (signedInAs === email) return <AcceptSignedIn secret={secret} offer={offer} />
  if (signedInAs !== null) return <WrongAccount offer={offer} />
  if (way === 'sign-in') return <SignInFirst email={email} />
  return <AcceptAsNew secret={secret} offer={offer} />
}
