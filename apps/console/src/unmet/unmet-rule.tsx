'use client'

import { Alert, Button, Stack } from '@mantine/core'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import type { Refusal } from '#auth-calls/call-auth.ts'
import { refusalText } from '#auth-calls/refusal-text.ts'
import classes from '#frame/lone-panel.module.css'
import { LonePanel } from '#frame/lone-panel.tsx'
import { signOut } from '#sign-in/sign-out.ts'
import { startCompany } from '#sign-in/start-company.ts'
import { texts } from '#texts/unmet.ts'
import { SecondFactorFirst } from './second-factor-first.tsx'

interface UnmetRuleProps {
  readonly rule: 'company' | 'second-factor' | 'session-age'
  readonly organization: { readonly id: string; readonly name: string }
  /** Whether the user signed in through the organization's provider. */
  readonly byCompany: boolean
}

/** Shown instead of an organization's pages if the session does not meet a rule; says what to do. */
export function UnmetRule({ rule, organization, byCompany }: UnmetRuleProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const path = usePathname()
  const query = useSearchParams().toString()
  const here = query === '' ? path : `${path}?${query}`
  const withCompany = rule === 'company' || byCompany
  const { title, text, again } = texts.rule[rule]

  async function enter() {
    if (!withCompany) return signOut(`/sign-in?next=${encodeURIComponent(here)}`)
    setBusy(true)
    setRefusal(await startCompany(organization.id, here))
    setBusy(false)
  }

  return (
    <LonePanel title={title(organization.name)}>
      <p className={classes.lead}>{text}</p>
      <Stack gap="md">
        <div role="alert">{refusal && <Alert color="red">{refusalText(refusal)}</Alert>}</div>
        {rule === 'second-factor' && <SecondFactorFirst />}
        <Button
          fullWidth
          loading={busy}
          variant={rule === 'second-factor' ? 'default' : 'filled'}
          onClick={enter}
        >
          {withCompany ? texts.byCompany : again}
        </Button>
        {(withCompany || rule === 'second-factor') && (
          <Button variant="subtle" fullWidth onClick={() => signOut()}>
            {texts.signOut}
          </Button>
        )}
      </Stack>
    </LonePanel>
  )
}
