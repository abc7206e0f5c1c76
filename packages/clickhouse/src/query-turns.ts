import { fairQueue, Problem, type QueueCounts } from '@sluice/runtime'
import { inTime } from './connection.ts'

/**
 * Shares a client's queries fairly among organizations; some of its connections are reserved for the service itself. A
 * query that waits longer, or exceeds the queue, is refused: by then its organization has requested minutes of the
 * engine's time.
 */
const bounds = { slots: 12, longest: 96, patience: 20_000 } as const

export interface QueryTurns {
  /**
   * Runs a query in the turn of the organization whose number is among the parameters, with a timeout. Rejects with
   * `unavailable` if an organization queries too much at once.
   */
  inTurn<Answer>(
    params: Record<string, unknown>,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
  counts(): QueueCounts
}

export function shareQueries(): QueryTurns {
  const turns = fairQueue({ ...bounds, refusal: crowded })
  return {
    inTurn(params, ask) {
      const organization = String(params.organization ?? '')
      return inTime((signal) => turns.run(organization, () => ask(signal)))
    },
    counts: turns.counts,
  }
}

function crowded(): Problem {
  const detail = 'Too many queries of your organization are under way. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}
