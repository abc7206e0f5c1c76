'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { FirstThing } from './first-thing.ts'

const Onboarding = dynamic(() => import('./onboarding.tsx').then((module) => module.Onboarding))

/** The quick start. It stays open after the first sample, if there was none when the page was opened. */
export function FirstSteps({ things }: { things: readonly FirstThing[] }) {
  const [isOpen, setOpen] = useState(() => things.every(({ lastSeenAt }) => lastSeenAt === null))
  return isOpen && <Onboarding things={things} onDone={() => setOpen(false)} />
}
