import { turnForLongWork, workFor } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { type DeliverJob, wakeDeliveries, wakeDeliveriesAt } from '../../events/index.ts'
import type { SetRow } from '../set-row.ts'
import { type Attempt, attempt, signingSecrets } from './attempt.ts'
import { bringForward } from './bring-forward.ts'
import { type Claimed, claimDue, nextDueAt, release, waitMoreThan } from './claim.ts'
import { disable, reasonToDisable } from './disable.ts'
import type { Send } from './send.ts'
import { settle } from './settle.ts'
import { openTarget, watchTarget } from './target.ts'
import { withoutBarred } from './without-barred.ts'

/** What delivering needs. */
export interface Courier {
  readonly core: Pick<Core, 'db' | 'clock' | 'peppers'>
  readonly send: Send
  /** From 0 to 1. */
  readonly random: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** {@link MOST_WAITING} unless given. */
  readonly mostWaiting?: number
}

/** Requests to one receiver under way at once. */
const WIDTH = 16

/** Deliveries that one round makes; of a receiver that was slow in the round before, or is not known, one for each request. */
const LOT = 64
/** Milliseconds of a round of a receiver that is not slow. */
const QUICK_MS = 1000

/**
 * For writing the outcomes of a round. Outcomes that are not written in time are lost, and the deliveries
 * sent again.
 */
const PATIENCE = { timeout: 30_000, maxWait: 30_000 }

/** Deliveries that may wait for a receiver that fails: what waits is stored, and looked through for each round. */
const MOST_WAITING = 100_000

/** After so many rounds, or milliseconds, the job ends, and other integrations get their turn. */
const [ROUNDS, JOB_MS] = [50, 5000]

/**
 * Makes the due deliveries of one integration, round by round, and queues the rest for their time. An
 * integration has one job at a time, which ends soon, and an organization a few, so a slow or failing receiver holds up nobody else.
 */
export async function deliver(
  courier: Courier,
  job: DeliverJob,
  signal: AbortSignal,
): Promise<void> {
  const { core, monotonic } = courier
  const { db } = core
  const begun = monotonic()
  let lot = WIDTH
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    const from = monotonic()
    if (from - begun > JOB_MS) break
    const next = await deliverRound(courier, job, lot)
    if (next !== 'again') {
      const at = next === 'wait' ? await nextDueAt(db, job) : undefined
      if (at) await wakeDeliveriesAt(db, job, at)
      return
    }
    lot = monotonic() - from < QUICK_MS ? LOT : WIDTH
  }
  await wakeDeliveries(db, job.organizationId, [job.integrationId])
}

/**
 * One round. Answers what comes next: `again` another round, `wait` until something is due, `stop` since nothing
 * may go to it.
 */
async function deliverRound(
  courier: Courier,
  job: DeliverJob,
  lot: number,
): Promise<'again' | 'wait' | 'stop'> {
  const { core, random } = courier
  const { db, clock } = core
  const before = await openTarget(core, job)
  if (!before) return 'stop'
  if (before.dueAtOnce && (await bringForward(db, before, clock()))) return 'again'
  const due = await claimDue(db, job, clock(), before.failures === 0 ? lot : 1)
  if (due.length === 0) return 'wait'
  // Read again: what was claimed may be meant for a newer URL.
  const row = await openTarget(core, job)
  const attempts = row ? await attemptAll(courier, row, await withoutBarred(core, row, due)) : []
  const made = new Set(attempts.map(({ delivery }) => delivery.id))
  await release(
    db,
    job,
    due.filter(({ id }) => !made.has(id)),
  )
  if (!row) return 'stop'
  if (attempts.length === 0) return 'again'
  const now = clock()
  await db.$transaction((transaction) => settle(transaction, row, attempts, now, random), PATIENCE)
  const reason = reasonToDisable(row, attempts, now) ?? (await tooManyWait(courier, job, attempts))
  if (reason === undefined) return 'again'
  await disable(core, row, reason)
  return 'stop'
}

/** Why an integration is to be disabled whose receiver fails while more and more waits for it. */
async function tooManyWait(
  { core, mostWaiting = MOST_WAITING }: Courier,
  job: DeliverJob,
  attempts: readonly Attempt[],
): Promise<string | undefined> {
  if (attempts.some(({ error }) => error === undefined)) return undefined
  if (!(await waitMoreThan(core.db, job, mostWaiting))) return undefined
  return `The receiver fails, and more than ${mostWaiting.toLocaleString('en')} deliveries are pending.`
}

/** Tries them all, unless the integration changes meanwhile: then those that are left are not tried. */
async function attemptAll(
  { core, send, monotonic }: Courier,
  row: SetRow,
  deliveries: readonly Claimed[],
): Promise<Attempt[]> {
  const { clock, peppers } = core
  const secrets = signingSecrets(row, peppers, clock())
  const holds = watchTarget({ core, monotonic }, row)
  const attempts: Attempt[] = []
  const waiting = deliveries.values()
  // All of them take from the same iterator, so each delivery is made once.
  const lane = async () => {
    for (const delivery of waiting) {
      // Answers of hundreds of requests may come in one turn of the event loop, and each is followed by another request.
      await turnForLongWork()
      if (!(await holds())) return
      attempts.push(await attempt({ send, clock }, row.url, secrets, delivery))
    }
  }
  await workFor(row.organizationId, () => Promise.all(Array.from({ length: WIDTH }, lane)))
  return attempts
}
