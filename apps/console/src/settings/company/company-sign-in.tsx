'use client'

import { Skeleton } from '@mantine/core'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { Failed } from '#states/failed.tsx'
import classes from './company.module.css'
import { Domains } from './domains.tsx'
import { ProviderForm } from './provider-form.tsx'
import { RulesForm } from './rules-form.tsx'
import { useCompany } from './use-company.ts'

/** How people sign in to the organization: for its owners. */
export function CompanySignIn() {
  const { data, error, refetch } = useCompany()
  if (error) return <Failed what="How people sign in" error={error} retry={refetch} />
  if (!data) return <Skeleton height={320} />
  const { provider, domains, rules } = data
  return (
    <div className={classes.parts}>
      <Section title="Company sign-in">
        <SectionLead>
          People sign in with the account that your company gives them. Any OpenID Connect provider
          will do: Entra ID, Okta, Google, Keycloak.
        </SectionLead>
        <ProviderForm key={provider?.updatedAt ?? 'none'} company={data} />
      </Section>
      <Section title="Domains">
        <SectionLead>
          Your provider may speak only for addresses of domains that you have proven to be yours.
        </SectionLead>
        <Domains domains={domains} />
      </Section>
      <Section title="Rules for signing in">
        <SectionLead>
          They count for everybody at once, sessions that exist already among them. API keys are not
          affected.
        </SectionLead>
        <RulesForm key={JSON.stringify(rules)} company={data} />
      </Section>
    </div>
  )
}
