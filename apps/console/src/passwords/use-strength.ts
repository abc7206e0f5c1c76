import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { judgePassword } from './judge.ts'
import { lengthFault } from './length-fault.ts'
import type { Weakness } from './weakness.ts'

const SETTLED_MS = 250

/** Rates a password while it is typed. Undefined until rated, and for an invalid length. */
export function useStrength(
  password: string,
  own: readonly string[],
): Weakness | 'strong' | undefined {
  const [settled] = useDebouncedValue(password, SETTLED_MS)
  const [found, setFound] = useState<{ of: string; strength: Weakness | 'strong' }>()
  const words = own.join('\n')
  useEffect(() => {
    if (lengthFault(settled) !== null) return
    let isCurrent = true
    void judge(settled, words.split('\n')).then((strength) => {
      if (isCurrent && strength) setFound({ of: settled, strength })
    })
    return () => {
      isCurrent = false
    }
  }, [settled, words])
  return found?.of === password ? found.strength : undefined
}

/** Loads the lists on first use. If that fails there is no rating, and only the server judges. */
async function judge(
  password: string,
  own: readonly string[],
): Promise<Weakness | 'strong' | undefined> {
  const lists = await import('./estimator.ts').catch(() => undefined)
  if (!lists) return undefined
  return (await judgePassword(password, own, lists.sharedEstimator())) ?? 'strong'
}
