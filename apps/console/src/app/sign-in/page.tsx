import { Anchor, Button } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Mark } from '#frame/mark.tsx'
import { pageSession } from '#server/page/page-session.ts'
import { companyFaultText } from '#sign-in/company-faults.ts'
import { FaultAlert } from '#sign-in/fault-alert.tsx'
import { returnPath } from '#sign-in/return-path.ts'
import { SignInForm } from '#sign-in/sign-in-form.tsx'
import { texts } from '#texts/sign-in.tsx'
import classes from './sign-in.module.css'

export const metadata: Metadata = { title: texts.title }

/**
 * Also where company sign-in ends if it fails, perhaps for somebody who is signed in otherwise, and where somebody signs
 * in `again` for a change that needs a recent sign-in.
 */
export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const query = await searchParams
  const next = returnPath(query.next)
  const fault = companyFaultText(query.company)
  const session = await pageSession()
  const isAgain = session !== null && query.again !== undefined
  if (session && !fault && !isAgain) redirect(next)
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <header className={classes.header}>
          <Mark size={36} />
          <h1 className={classes.title}>{isAgain ? texts.again : texts.heading}</h1>
        </header>
        {session && isAgain && (
          <p className={classes.lead}>{texts.signedInAs(session.user.email)}</p>
        )}
        {session && !isAgain ? (
          <>
            <FaultAlert fault={fault} />
            <Button component="a" href={next} fullWidth mt="md">
              {texts.back}
            </Button>
          </>
        ) : (
          <>
            <SignInForm next={next} fault={fault} />
            <p className={classes.note}>
              <Anchor href={isAgain ? next : '/forgot-password'} size="sm">
                {isAgain ? texts.back : texts.forgot}
              </Anchor>
            </p>
            {!isAgain && <p className={classes.note}>{texts.noAccount}</p>}
          </>
        )}
      </div>
    </main>
  )
}
