'use client'

import { Skeleton } from '@mantine/core'
import { WhileUnchanged } from '#form/while-unchanged.tsx'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { SignInAgain } from '#sign-in/sign-in-again.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/settings-company.ts'
import classes from './company.module.css'
import { Domains } from './domains.tsx'
import { ProviderForm } from './provider-form.tsx'
import { RulesForm } from './rules-form.tsx'
import { useCompany } from './use-company.ts'

/** Company sign-in settings, for the organization's owners. */
export function CompanySignIn() {
  const query = useCompany()
  return (
    <Loaded query={query} title={texts.failed} waiting={<Skeleton height={320} />}>
      {(data) => {
        const { domains, etags } = data
        return (
          <div className={classes.parts}>
            <Section title={texts.title}>
              <SectionLead>
                {texts.lead} <SignInAgain />
              </SectionLead>
              <WhileUnchanged row={data} version={etags.provider}>
                {(company) => <ProviderForm company={company} />}
              </WhileUnchanged>
            </Section>
            <Section title={texts.domains.title}>
              <SectionLead>{texts.domains.lead}</SectionLead>
              <Domains domains={domains} />
            </Section>
            <Section title={texts.rules.title}>
              <SectionLead>{texts.rules.lead}</SectionLead>
              <WhileUnchanged row={data} version={etags.rules}>
                {(company) => <RulesForm company={company} />}
              </WhileUnchanged>
            </Section>
          </div>
        )
      }}
    </Loaded>
  )
}
