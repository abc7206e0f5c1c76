'use client'

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import type { Account } from '../use-account.ts'
import { RenewCodes } from './renew-codes.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'

type Dialog = 'on' | 'off' | 'codes'

/** Whether a code is asked for after the password, and how many backup codes are left. */
export function TwoStep({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const { hasSecondFactor, backupCodesLeft } = account
  return (
    <Section title="Two-step sign-in">
      {hasSecondFactor ? (
        <>
          <SectionLead>
            On: after your password you are asked for a code of your authenticator app.{' '}
            {leftWords(backupCodesLeft)}
          </SectionLead>
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog('codes')}>
              New backup codes…
            </Button>
            <Button variant="default" onClick={() => setDialog('off')}>
              Turn off…
            </Button>
          </Group>
        </>
      ) : (
        <>
          <SectionLead>
            Off: your password alone signs you in. With two-step sign-in somebody who learns it
            still lacks the code that your phone shows.
          </SectionLead>
          <Button onClick={() => setDialog('on')}>Turn on…</Button>
        </>
      )}
      <TurnOn opened={dialog === 'on'} onClose={close} />
      <TurnOff opened={dialog === 'off'} onClose={close} />
      <RenewCodes opened={dialog === 'codes'} onClose={close} />
    </Section>
  )
}

function leftWords(left: number): string {
  if (left === 0) return 'No backup code is left: make new ones.'
  return left === 1 ? 'One backup code is left.' : `${left} backup codes are left.`
}
