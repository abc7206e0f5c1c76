import { fairQueue, Problem, type QueueCounts } from '@sluice/runtime'
import { inTime } from './connection.ts'

/**
 * A client's queries, which organizations share fairly: some of its connections are left to what the service itself asks.
 * What waits for longer, or is more, is refused: by then its organization has requested minutes of the engine's time.
 */
const bounds = { slots: 12, longest: 96, patience: 20_000 } as const

export interface QueryTurns {
  /**
   * Asks in the turn of the organization whose number is among the parameters, and in time. Rejects with `unavailable`
   * for an organization that asks too much at once.
   */
  inTurn<Answer>(
    params: Record<string, unknown>,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
  counts(): QueueCounts
}

/** The turns of one client. */
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
