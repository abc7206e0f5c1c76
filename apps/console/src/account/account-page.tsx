'use client'

import { Skeleton } from '@mantine/core'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { Failed } from '#states/failed.tsx'
import classes from './account.module.css'
import { Activity } from './activity.tsx'
import { ChangePassword } from './change-password.tsx'
import { NameForm } from './name-form.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { TwoStep } from './two-step/two-step.tsx'
import { type Account, useAccount } from './use-account.ts'

/** A person's own account, the same in every organization and for who runs the service. */
export function AccountPage() {
  const { data, error, refetch } = useAccount()
  return (
    <>
      <PageHeader title="Your account" lead="How you sign in, and where you are signed in." />
      {error && <Failed what="Your account" error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={360} />}
      {data && <Parts account={data} />}
    </>
  )
}

function Parts({ account }: { account: Account }) {
  if (account.byCompany !== null) return <ByCompany account={account} by={account.byCompany} />
  return (
    <div className={classes.parts}>
      <Section title="You">
        <NameForm key={account.user.name} user={account.user} />
      </Section>
      <Section title="Password">
        <ChangePassword name={account.user.name} email={account.user.email} />
      </Section>
      <TwoStep account={account} />
      <Passkeys passkeys={account.passkeys} />
      <Sessions sessions={account.sessions} />
      <Activity />
    </div>
  )
}

/** Of a session by the company there is little to change here: the rest is the company's, or needs the person's own sign-in. */
function ByCompany({ account, by }: { account: Account; by: string }) {
  const { name, email } = account.user
  return (
    <div className={classes.parts}>
      <Section title="You">
        <SectionLead>
          You are signed in as {name}, {email}, by the company sign-in of {by}. It opens this
          organization alone. To change your password, passkeys or name, sign in without it.
        </SectionLead>
      </Section>
      <Sessions sessions={account.sessions} />
    </div>
  )
}
