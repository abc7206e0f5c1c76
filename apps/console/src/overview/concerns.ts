import type { CallCounts } from '@sluice/contract'
import { formatCount } from '#format/values.ts'

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
}: Known): Concern[] {
  const limited = counts?.statuses.find(({ problem }) => problem === 'rate-limited')?.calls ?? 0
  const failed = counts?.totals.failed ?? 0
  const concerns: readonly (readonly [number, string, string, string])[] = [
    [leaked, 'key was reported as leaked', 'keys were reported as leaked', '/keys?health=leaked'],
    [failed, 'call failed in 24 hours', 'calls failed in 24 hours', '/requests?outcome=failed'],
    [
      ...([failing, 'integration is failing', 'integrations are failing'] as const),
      '/integrations?failing=true',
    ],
    [silent, 'thing is silent', 'things are silent', '/things?freshness=silent'],
    [
      limited,
      'call was over a limit in 24 hours',
      'calls were over a limit in 24 hours',
      '/requests?problem=rate-limited',
    ],
    [
      ...([refused, 'key has many refused calls', 'keys have many refused calls'] as const),
      '/keys?health=refused',
    ],
    [
      ...([expiring, 'key expires within 30 days', 'keys expire within 30 days'] as const),
      '/keys?health=expiring',
    ],
  ]
  return concerns
    .filter(([count]) => count > 0)
    .map(([count, one, many, href]) => ({
      words: `${formatCount(count)} ${count === 1 ? one : many}`,
      href,
    }))
}
