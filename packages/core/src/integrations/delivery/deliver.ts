import type { Core } from '../../context.ts'
import { type DeliverJob, wakeDeliveries, wakeDeliveriesAt } from '../../events/index.ts'
import { type Attempt, attempt, signingSecrets } from './attempt.ts'
import { claimDue, nextDueAt } from './claim.ts'
import { disable, reasonToDisable } from './disable.ts'
import type { Send } from './send.ts'
import { settle } from './settle.ts'
import { withoutBarred } from './without-barred.ts'

/** What delivering needs. */
export interface Courier {
  readonly core: Pick<Core, 'db' | 'clock' | 'peppers'>
  readonly send: Send
  /** From 0 to 1. */
  readonly random: () => number
}

/** Requests to one receiver under way at once. */
const WIDTH = 16

/** Deliveries that one round makes; of a receiver that fails, one at a time. */
const LOT = 64

/**
 * For writing the outcomes of a round. Outcomes that are not written in time are lost, and the deliveries
 * sent again.
 */
const PATIENCE = { timeout: 30_000, maxWait: 30_000 }

/** After so many rounds the job ends, and other integrations get their turn. */
const ROUNDS = 50

/**
 * Makes the due deliveries of one integration, round by round, and queues the rest for their time. An
 * integration has one job at a time, so a slow or failing receiver holds up nobody else.
 */
export async function deliver(
  courier: Courier,
  job: DeliverJob,
  signal: AbortSignal,
): Promise<void> {
  const { db } = courier.core
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    const next = await deliverRound(courier, job)
    if (next === 'again') continue
    const at = next === 'wait' ? await nextDueAt(db, job) : undefined
    if (at) await wakeDeliveriesAt(db, job, at)
    return
  }
  await wakeDeliveries(db, job.organizationId, [job.integrationId])
}

/**
 * One round. Answers what comes next: `again` another round, `wait` until something is due, `stop` since it
 * is disabled.
 */
async function deliverRound(
  { core, send, random }: Courier,
  job: DeliverJob,
): Promise<'again' | 'wait' | 'stop'> {
  const { db, clock, peppers } = core
  const { organizationId, integrationId: id } = job
  const row = await db.integration.findUnique({
    where: { organizationId_id: { organizationId, id } },
  })
  if (!row?.enabled) return 'stop'
  const secrets = signingSecrets(row, peppers, clock())
  const due = await claimDue(db, job, clock(), row.failures === 0 ? LOT : 1)
  if (due.length === 0) return 'wait'
  const attempts: Attempt[] = []
  const waiting = (await withoutBarred(core, row, due)).values()
  // All of them take from the same iterator, so each delivery is made once.
  const lane = async () => {
    for (const delivery of waiting) {
      attempts.push(await attempt({ send, clock }, row.url, secrets, delivery))
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, lane))
  const now = clock()
  await db.$transaction((transaction) => settle(transaction, row, attempts, now, random), PATIENCE)
  const reason = reasonToDisable(row, attempts, now)
  if (reason === undefined) return 'again'
  await disable(core, row, reason)
  return 'stop'
}
