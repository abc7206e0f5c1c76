import { turnForLongWork, workFor } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { type DeliverJob, wakeDeliveries, wakeDeliveriesAt } from '../../events/index.ts'
import type { SetRow } from '../set-row.ts'
import { type Attempt, attempt, signingSecrets } from './attempt.ts'
import { bringForward } from './bring-forward.ts'
import { type Claimed, claimRound, nextDueAt, release, waitMoreThan } from './claim.ts'
import { disable, reasonToDisable } from './disable.ts'
import type { Send } from './send.ts'
import { forgetFailures, settle } from './settle.ts'
import { openTarget, watchTarget } from './target.ts'
import { withoutBarred } from './without-barred.ts'

export interface Courier {
  readonly core: Pick<Core, 'db' | 'clock' | 'peppers'>
  readonly send: Send
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** A monotonic clock, in milliseconds. */
  readonly monotonic: () => number
  /** Default: {@link MAX_WAITING}. */
  readonly mostWaiting?: number
}

/** Concurrent requests to one receiver. */
const WIDTH = 16

/** Deliveries in a round. For a receiver that was slow in the round before, or is new, {@link WIDTH}. */
const ROUND = 64
/** A round within this many milliseconds is not slow. */
const QUICK_MS = 1000

/**
 * For writing the outcomes of a round. Outcomes that are not written in time are lost, and the deliveries are sent
 * again.
 */
const WRITE_LIMITS = { timeout: 30_000, maxWait: 30_000 }

/** The most pending deliveries of a failing receiver: they are stored, and scanned for every round. */
const MAX_WAITING = 100_000

/** After this many rounds, or milliseconds, the job ends, so that other integrations get their turn. */
const [ROUNDS, JOB_MS] = [50, 5000]

/**
 * Makes the due deliveries of one integration, round by round, and schedules a job for the rest. An integration has one
 * job at a time, which ends soon, and an organization a few, so a slow or failing receiver delays no other organization.
 */
export async function deliver(
  courier: Courier,
  job: DeliverJob,
  signal: AbortSignal,
): Promise<void> {
  const { core, monotonic } = courier
  const { db } = core
  const begun = monotonic()
  let roundSize = WIDTH
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    const from = monotonic()
    if (from - begun > JOB_MS) break
    const next = await deliverRound(courier, job, roundSize)
    if (next !== 'again') {
      const at = next === 'wait' ? await nextDueAt(db, job) : undefined
      if (at) await wakeDeliveriesAt(db, job, at)
      return
    }
    roundSize = monotonic() - from < QUICK_MS ? ROUND : WIDTH
  }
  await wakeDeliveries(db, job.organizationId, [job.integrationId])
}

/**
 * One round. Returns what comes next: `again` for another round, `wait` until something is due, `stop` if nothing may
 * be sent.
 */
async function deliverRound(
  courier: Courier,
  job: DeliverJob,
  roundSize: number,
): Promise<'again' | 'wait' | 'stop'> {
  const { core, random } = courier
  const { db, clock } = core
  const before = await openTarget(core, job)
  if (!before) {
    await forgetFailures(db, job)
    return 'stop'
  }
  if (before.dueAtOnce && (await bringForward(db, before, clock()))) return 'again'
  const due = await claimRound(db, job, clock(), before.failures === 0 ? roundSize : 1)
  if (due.length === 0) return 'wait'
  // Read again after the claim: deliveries may be meant for a newer URL.
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
  await db.$transaction(
    (transaction) => settle(transaction, row, attempts, now, random),
    WRITE_LIMITS,
  )
  const reason = reasonToDisable(row, attempts, now) ?? (await tooManyWait(courier, job, attempts))
  if (reason === undefined) return 'again'
  await disable(core, row, reason)
  // Looks again: somebody may have changed it meanwhile, so that it goes on.
  return 'again'
}

/** Why an integration has to be disabled because its receiver fails while ever more deliveries pile up. */
async function tooManyWait(
  { core, mostWaiting = MAX_WAITING }: Courier,
  job: DeliverJob,
  attempts: readonly Attempt[],
): Promise<string | undefined> {
  if (attempts.some(({ error }) => error === undefined)) return undefined
  if (!(await waitMoreThan(core.db, job, mostWaiting))) return undefined
  return `The receiver fails, and more than ${mostWaiting.toLocaleString('en')} deliveries are pending.`
}

/** Attempts all, unless the integration changes meanwhile: then the rest is not attempted. */
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
  // All workers take from the same iterator, so each delivery is attempted once.
  const lane = async () => {
    for (const delivery of waiting) {
      // Hundreds of responses may arrive in one turn of the event loop, and each is followed by another request.
      await turnForLongWork()
      if (!(await holds())) return
      attempts.push(await attempt({ send, clock }, row.url, secrets, delivery))
    }
  }
  await workFor(row.organizationId, () => Promise.all(Array.from({ length: WIDTH }, lane)))
  return attempts
}
