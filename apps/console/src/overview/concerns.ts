import type { CallCounts } from '@sluice/contract'
import { texts } from '#texts/overview.ts'

interface Known {
  /** Calls in the last 24 hours; undefined while loading. */
  readonly counts: Pick<CallCounts, 'totals' | 'statuses'> | undefined
  /** Number of keys. */
  readonly leaked: number
  readonly expiring: number
  /** Number of keys with many refused calls. */
  readonly refused: number
  /** Number of integrations. */
  readonly failing: number
  /** Number of things. */
  readonly silent: number
  /** Number of storage quotas that are full or nearly full. */
  readonly full: number
}

/** A problem, with a link to the list that shows it. */
export interface Concern {
  readonly words: string
  readonly href: string
}

/** The problems of an organization, worst first. */
export function concernsOf({
  counts,
  leaked,
  expiring,
  refused,
  failing,
  silent,
  full,
}: Known): Concern[] {
  const limited = counts?.statuses.find(({ problem }) => problem === 'rate-limited')?.calls ?? 0
  const failed = counts?.totals.failed ?? 0
  const words = texts.concerns
  const concerns: readonly (readonly [number, (count: number) => string, string])[] = [
    [leaked, words.leaked, '/keys?health=leaked'],
    [full, words.full, '/limits'],
    [failed, words.failed, '/requests?outcome=failed'],
    [failing, words.failing, '/integrations?failing=true'],
    [silent, words.silent, '/things?freshness=silent'],
    [limited, words.limited, '/requests?problem=rate-limited'],
    [refused, words.refused, '/keys?health=refused'],
    [expiring, words.expiring, '/keys?health=expiring'],
  ]
  return concerns
    .filter(([count]) => count > 0)
    .map(([count, wordsOf, href]) => ({ words: wordsOf(count), href }))
}
