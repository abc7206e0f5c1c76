'use client'

import { Skeleton } from '@mantine/core'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { SignInAgain } from '#sign-in/sign-in-again.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/account.tsx'
import classes from './account.module.css'
import { Activity } from './activity.tsx'
import { ChangePassword } from './change-password.tsx'
import { NameForm } from './name-form.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { TwoStep } from './two-step/two-step.tsx'
import { type Account, useAccount } from './use-account.ts'

/** The user's own account, the same page in every organization and for operators. */
export function AccountPage() {
  const query = useAccount()
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={
          <>
            {texts.lead} <SignInAgain />
          </>
        }
      />
      <Loaded query={query} title={texts.failed} waiting={<Skeleton height={360} />}>
        {(data) => <Parts account={data} />}
      </Loaded>
    </>
  )
}

function Parts({ account }: { account: Account }) {
  if (account.byCompany !== null) return <ByCompany account={account} by={account.byCompany} />
  return (
    <div className={classes.parts}>
      <Section title={texts.profile.title}>
        <NameForm user={account.user} />
      </Section>
      <Section title={texts.password.title}>
        <ChangePassword name={account.user.name} email={account.user.email} />
      </Section>
      <TwoStep account={account} />
      <Passkeys passkeys={account.passkeys} />
      <Sessions sessions={account.sessions} />
      <Activity />
    </div>
  )
}

/** The page of a company session. Everything else belongs to the company or requires the user's own sign-in. */
function ByCompany({ account, by }: { account: Account; by: string }) {
  const { name, email } = account.user
  return (
    <div className={classes.parts}>
      <Section title={texts.profile.title}>
        <SectionLead>{texts.profile.byCompany(name, email, by)}</SectionLead>
      </Section>
      <Sessions sessions={account.sessions} />
    </div>
  )
}
