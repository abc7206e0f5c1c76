'use client'

import { useEffect, useState } from 'react'

type Outcome = 'idle' | 'copied' | 'failed'

/** Copies text; the outcome shows for two seconds. Outside HTTPS and localhost browsers may refuse. */
export function useCopy(): [Outcome, (text: string) => Promise<void>] {
  const [outcome, setOutcome] = useState<Outcome>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return [outcome, copy]
}
