'use client'

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { texts } from '#texts/account-two-step.tsx'
import type { Account } from '../use-account.ts'
import { RenewCodes } from './renew-codes.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'

type Dialog = 'on' | 'off' | 'codes'

/** The state of two-step sign-in, with the number of backup codes left. */
export function TwoStep({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const { hasSecondFactor, backupCodesLeft } = account
  return (
    <Section title={texts.title}>
      {hasSecondFactor ? (
        <>
          <SectionLead>
            {texts.isOn} {texts.codesLeft(backupCodesLeft)}
          </SectionLead>
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog('codes')}>
              {texts.codesOpens}
            </Button>
            <Button variant="default" onClick={() => setDialog('off')}>
              {texts.offOpens}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <SectionLead>{texts.isOff}</SectionLead>
          <Button onClick={() => setDialog('on')}>{texts.onOpens}</Button>
        </>
      )}
      <TurnOn opened={dialog === 'on'} onClose={close} />
      <TurnOff opened={dialog === 'off'} onClose={close} />
      <RenewCodes opened={dialog === 'codes'} onClose={close} />
    </Section>
  )
}
