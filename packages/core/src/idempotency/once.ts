/**
 * Idempotency-Key: a repeated call is done once. The first answer is written in the transaction of the change, so both
 * exist or neither does. No answer is kept for a call that was refused or changed nothing; its repetition is evaluated
 * again.
 */
import { type ActorName, type Operation, operations } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { auditedTransaction, hasRecorded, noteWritten } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { RawCall } from '../pipeline/request.ts'
import { digestOf, fingerprintOf, type Repeatable } from './repeatable.ts'

/** Hours that an answer is kept. */
const KEPT_HOURS = 24

interface RepeatableCall {
  readonly name: ActorName
  readonly raw: RawCall
  readonly repeatable: Repeatable
  /** The time limit of its transaction in milliseconds. */
  readonly timeout?: number | undefined
}

/**
 * Runs a handler, or returns its earlier answer if the same caller sent the same call with the same key. Throws
 * `idempotency-mismatch` for a different call with that key. Throws `conflict` while the first call is running, and if
 * its answer contained a secret, which is never kept.
 */
export function answerOnce(
  ctx: Context,
  call: RepeatableCall,
  handler: (ctx: Context) => unknown,
): Promise<unknown> {
  const digest = digestOf(ctx, call.repeatable)
  const fingerprint = fingerprintOf(ctx, call)
  const row: Operation = operations[call.name]
  const work = async (db: Transaction) => {
    await claim(db, digest)
    const kept = await find({ ...ctx, db }, digest)
    if (kept) {
      if (!fingerprint.equals(kept.fingerprint)) throw mismatch()
      call.repeatable.replayed = true
      return replay(row, JSON.parse(kept.answer))
    }
    const output = await handler({ ...ctx, db })
    if (hasRecorded(db)) await keep({ ...ctx, db }, { digest, fingerprint, row, output })
    return output
  }
  return auditedTransaction(ctx.db, work, call.timeout)
}

/**
 * The earlier answer of a call that its own effect would make fail: what was deleted is not found, and a thing that was
 * moved may be out of reach. Throws `refused` if there is none.
 */
export async function answeredBefore(
  ctx: Context,
  call: RepeatableCall,
  refused: unknown,
): Promise<unknown> {
  const kept = await find(ctx, digestOf(ctx, call.repeatable))
  if (!kept || !fingerprintOf(ctx, call).equals(kept.fingerprint)) throw refused
  call.repeatable.replayed = true
  return replay(operations[call.name], JSON.parse(kept.answer))
}

/**
 * Refuses a concurrent repetition instead of making it wait. The lock ends with the transaction, even if the process
 * dies.
 */
async function claim(db: Transaction, digest: Buffer): Promise<void> {
  const [row] = await db.$queryRaw<{ claimed: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${digest.readBigInt64BE()}) AS claimed`
  if (row?.claimed) return
  throw new Problem('conflict', {
    detail:
      'A call with this Idempotency-Key is in progress. Retry after the period in Retry-After.',
    retryAfter: 1,
  })
}

function find({ db, actor, now }: Context, digest: Buffer<ArrayBuffer>) {
  return db.keptAnswer.findFirst({
    where: { organizationId: actor.organization.id, digest, expiresAt: { gt: now } },
    select: { fingerprint: true, answer: true },
  })
}

/** Overwrites an expired answer that has not been swept yet. */
async function keep(ctx: Context, { digest, fingerprint, row, output }: Kept): Promise<void> {
  const { db, actor, now } = ctx
  const organizationId = actor.organization.id
  const expiresAt = new Date(now.getTime() + KEPT_HOURS * 3_600_000)
  const data = { fingerprint, answer: JSON.stringify(withoutSecret(row, output)), expiresAt }
  noteWritten(ctx, data.answer.length)
  await db.keptAnswer.upsert({
    where: { organizationId_digest: { organizationId, digest } },
    create: { organizationId, digest, ...data },
    update: data,
  })
}

interface Kept {
  readonly digest: Buffer<ArrayBuffer>
  readonly fingerprint: Buffer<ArrayBuffer>
  readonly row: Operation
  readonly output: unknown
}

function withoutSecret({ secretField }: Operation, output: unknown): unknown {
  if (secretField === undefined) return output
  const { [secretField]: _secret, ...rest } = output as Record<string, unknown>
  return rest
}

function replay({ secretField }: Operation, answer: unknown): unknown {
  if (secretField === undefined) return answer
  const { id } = answer as { id: string }
  const [made, instead] =
    secretField === 'key'
      ? [`key ${id}`, 'revoke it and make another']
      : [`secret of ${id}`, 'rotate it']
  throw new Problem('conflict', {
    detail: `The first call with this Idempotency-Key made the ${made}, which only its answer showed. If it is lost, ${instead} with a new Idempotency-Key.`,
  })
}

function mismatch(): Problem {
  return new Problem('idempotency-mismatch', {
    detail: 'This Idempotency-Key was used for a different call. Use a new one for every call.',
  })
}
