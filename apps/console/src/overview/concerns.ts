import type { CallCounts } from '@sluice/contract'
import { texts } from '#texts/overview.ts'

interface Known {
  /** Calls of the last 24 hours; undefined while they are on the way. */
  readonly counts: Pick<CallCounts, 'totals' | 'statuses'> | undefined
  /** Keys. */
  readonly leaked: number
  readonly expiring: number
  /** Keys of whose calls many are refused. */
  readonly refused: number
  /** Integrations. */
  readonly failing: number
  /** Things. */
  readonly silent: number
  /** Storage quotas that are full, or soon will be. */
  readonly full: number
}

/** Something that is wrong, and where it is listed. */
export interface Concern {
  readonly words: string
  readonly href: string
}

/** What is wrong, the worst first. */
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
