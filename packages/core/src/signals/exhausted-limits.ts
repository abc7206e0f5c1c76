import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Database, Transaction } from '../database/client.ts'
import { publish } from '../events/index.ts'
import type { ExhaustedLimit } from '../last-seen/buffer.ts'
import { organizationPath } from '../scopes/index.ts'
import { listening } from './listening.ts'

/** A limit that stays exhausted is reported again after this. */
const QUIET_MS = 15 * 60_000

/** Milliseconds that an event may wait for its organization's turn, and then take: the next report waits for it. */
const TIMEOUT = 10_000

/**
 * Emits events that requests of an organization were refused because a limit was exhausted: at most one every 15 minutes
 * for each tier. Throws once all have been told, or have failed.
 */
export async function tellExhausted(
  { db }: Pick<Core, 'db'>,
  exhausted: readonly ExhaustedLimit[],
): Promise<void> {
  const organizations = exhausted.map(({ organizationId }) => organizationId)
  const hearing = await listening(db, organizations, ['limit.exhausted'])
  const told = exhausted.filter(({ organizationId }) => hearing.has(organizationId))
  await settleInSequence(told.map((limit) => () => tell(db, limit)))
}

async function tell(db: Database, limit: ExhaustedLimit): Promise<void> {
  // First without the lock: a limit that stays exhausted is reported every two seconds by each node.
  if (await wasTold(db, limit)) return
  const { organizationId, at: occurredAt, ...facts } = limit
  const resource = organizationPath
  const report = async (transaction: Transaction) => {
    // Else a statement that waits for a lock would outlast the transaction.
    await transaction.$queryRaw`SELECT set_config('statement_timeout', ${String(TIMEOUT)}, true)`
    await lockTier(transaction, limit)
    if (await wasTold(transaction, limit)) return
    await publish(transaction, [
      {
        ...{ organizationId, type: 'limit.exhausted', resource, paths: [resource], occurredAt },
        data: { resource, ...facts },
      },
    ])
  }
  await db.$transaction(report, { timeout: TIMEOUT, maxWait: TIMEOUT })
}

/** Until the transaction ends, no other node reports this limit. */
async function lockTier(db: Transaction, { organizationId, tier }: ExhaustedLimit): Promise<void> {
  const name = `exhausted ${tier} of ${organizationId}`
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`
}

async function wasTold(db: Database | Transaction, { organizationId, tier, at }: ExhaustedLimit) {
  const since = new Date(at.getTime() - QUIET_MS)
  // Must match the index of these events.
  const told = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM events
    WHERE "organizationId" = ${organizationId} AND type = 'limit.exhausted' AND "occurredAt" > ${since}
      AND data->>'tier' = ${tier} LIMIT 1`
  return told.length > 0
}
