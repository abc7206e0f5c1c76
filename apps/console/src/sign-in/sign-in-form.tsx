'use client'

import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '#texts/sign-in.tsx'
import { CompanyStep } from './company-step.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondStepForm } from './second-step.tsx'

interface SignInFormProps {
  readonly next: string
  /** Why the user is back at the sign-in. */
  readonly fault?: string | undefined
  /** Whether to exclude company sign-in. */
  readonly ownOnly?: boolean
}

/** Signs in with a password and, if required, a code; with a passkey; or through the company's provider. */
export function SignInForm({ next, fault: given, ownOnly = false }: SignInFormProps) {
  const [step, setStep] = useState<'password' | 'code' | 'company'>('password')
  const [fault, setFault] = useState(given)
  // A full page load, so that no data from before the sign-in stays in memory.
  const enter = () => window.location.assign(next)

  function startAnew(why?: string) {
    setFault(why)
    setStep('password')
  }

  if (step === 'code') return <SecondStepForm onDone={enter} onBack={startAnew} />
  if (step === 'company') return <CompanyStep next={next} onBack={() => startAnew()} />
  return (
    <>
      <PasswordStep
        fault={fault}
        onDone={({ needsCode }) => (needsCode ? setStep('code') : enter())}
      />
      <PasskeyButton onDone={enter} />
      {!ownOnly && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          leftSection={<IconBuilding size={16} stroke={1.6} />}
          onClick={() => setStep('company')}
        >
          {texts.byCompany}
        </Button>
      )}
    </>
  )
}
