'use client'

import { useEffect, useState } from 'react'

type Outcome = 'idle' | 'copied' | 'failed'

/** Copies text and reports the outcome for two seconds. Browsers may refuse outside HTTPS and localhost. */
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
