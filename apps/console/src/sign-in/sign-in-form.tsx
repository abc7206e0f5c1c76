'use client'

import { useState } from 'react'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondStepForm } from './second-step.tsx'

/** Signs in by password, with a code where the account asks for one; or by a passkey. */
export function SignInForm({ next }: { next: string }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [fault, setFault] = useState<string>()
  // A full load, so that nothing from before the sign-in stays in memory.
  const enter = () => window.location.assign(next)

  function startAnew(why?: string) {
    setFault(why)
    setStep('password')
  }

  if (step === 'code') return <SecondStepForm onDone={enter} onBack={startAnew} />
  return (
    <>
      <PasswordStep
        fault={fault}
        onDone={({ needsCode }) => (needsCode ? setStep('code') : enter())}
      />
      <PasskeyButton onDone={enter} />
    </>
  )
}
