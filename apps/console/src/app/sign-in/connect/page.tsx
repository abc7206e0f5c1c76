import { Anchor } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Mark } from '#frame/mark.tsx'
import { auth } from '#server/auth/auth.ts'
import { forAddress } from '#server/callers/counted-for.ts'
import { personRequest } from '#server/callers/person-request.ts'
import { pageSession } from '#server/page/page-session.ts'
import { ConnectAccount } from '#sign-in/connect-account.tsx'
import { SignInForm } from '#sign-in/sign-in-form.tsx'
import { texts } from '#texts/sign-in.tsx'
import classes from '../sign-in.module.css'

export const metadata: Metadata = { title: texts.connect.title }

/** Shown after a company sign-in if an account with the address exists. Only its holder may connect the two. */
export default async function ConnectPage() {
  const given = await headers()
  const { address } = personRequest(given)
  const pending = await forAddress(address, () =>
    auth().api.pendingCompanySignIn({ headers: given }),
  )
  if (!pending) redirect('/sign-in?company=expired')
  const { email, organization } = pending
  const session = await pageSession()
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <header className={classes.header}>
          <Mark size={36} />
          <h1 className={classes.title}>{texts.connect.title}</h1>
        </header>
        <p className={classes.lead}>
          {session
            ? texts.connect.connect(email, organization)
            : texts.connect.signInFirst(email, organization)}
        </p>
        {session ? (
          <ConnectAccount signedInAs={session.user.email} email={email} />
        ) : (
          <>
            <SignInForm next="/sign-in/connect" ownOnly />
            <p className={classes.note}>{texts.connect.noPassword}</p>
            <p className={classes.note}>
              <Anchor href="/forgot-password" size="sm">
                {texts.forgot}
              </Anchor>
            </p>
          </>
        )}
      </div>
    </main>
  )
}
