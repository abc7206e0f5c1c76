import { randomUUID } from 'node:crypto'
import { type Erasure, partitionOf } from '@sluice/telemetry'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'

/** The job that finishes an erasure. */
export const ERASE = 'erase'

/** The job's payload: an erasure of samples below a version. */
export interface EraseJob extends Omit<Erasure, 'below'> {
  readonly below: string
  /** Set while the call that requested it may still be running. */
  readonly calling?: true
}

/**
 * Queues an erasure that is about to run, so that it is finished even if this process dies. The job starts after a
 * minute, and nearly all erasures take less. Returns its key.
 */
export async function queueErasure(db: Transaction, job: EraseJob): Promise<string> {
  const key = newKey()
  await noteVersion(db, job)
  await queueIn(60, db, { ...job, calling: true }, key)
  return key
}

/**
 * The job may run after nodes have begun to share a log, whose versions must then begin above the erasure's, though no
 * sample in the store has that. If the log is shared already, it assigned that version itself.
 */
async function noteVersion(db: Transaction, { below, ...thing }: EraseJob): Promise<void> {
  await db.$executeRaw`
    UPDATE sample_partitions SET head = ${below}::bigint
    WHERE partition = ${partitionOf(thing)} AND NOT started AND head < ${below}::bigint`
}

function newKey(): string {
  return `${ERASE}/${randomUUID()}`
}

/**
 * Queues the job in place of those that it covers, so repeated requests leave only one. A job that another one covers
 * is not queued, unless a call is about to run it. Jobs whose calls may still be running do not count as covering: such
 * a call may end half-way, after all others did.
 *
 * Jobs of one organization run one after another, across all nodes.
 */
async function queueIn(
  seconds: number,
  db: Context['db'],
  job: EraseJob,
  key: string,
): Promise<void> {
  const queue = `${ERASE}/${job.organization}`
  const [text, own] = [JSON.stringify(job), Prisma.sql`${JSON.stringify(job)}::jsonb`]
  const other = Prisma.sql`
    job_queue_id = (SELECT id FROM graphile_worker._private_job_queues WHERE queue_name = ${queue})
    AND key <> ${key} AND locked_at IS NULL AND payload::jsonb->'calling' IS NULL`
  const theirs = Prisma.sql`payload::jsonb`
  await db.$queryRaw`
    WITH done_by_it AS (
      DELETE FROM graphile_worker._private_jobs
      WHERE ${other} AND ${isWithin(theirs, own)}
    )
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${ERASE}, ${text}::json, queue_name := ${queue},
        run_at := now() + ${seconds} * interval '1 second', job_key := ${key})
      WHERE ${job.calling ?? false} OR NOT EXISTS (
        SELECT 1 FROM graphile_worker._private_jobs WHERE ${other} AND ${isWithin(own, theirs)})
    ) AS jobs`
}

/** Whether one erasure makes another unnecessary. No metrics means all. */
function isWithin(one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql {
  const metrics = (of: Prisma.Sql) => Prisma.sql`coalesce(nullif(${of}->'metrics', 'null'), '[]')`
  return Prisma.sql`(
    ${one}->'thing' = ${other}->'thing'
    AND (${one}->>'from')::numeric >= (${other}->>'from')::numeric
    AND (${one}->>'to')::numeric <= (${other}->>'to')::numeric
    AND (${one}->>'below')::numeric <= (${other}->>'below')::numeric
    AND (${metrics(other)} = '[]'
      OR (${metrics(one)} <> '[]' AND ${metrics(one)} <@ ${metrics(other)})))`
}

/** Removes the job of a finished erasure. */
export async function dropErasure(db: Context['db'], key: string): Promise<void> {
  await db.$queryRaw`SELECT 1 AS dropped FROM (SELECT graphile_worker.remove_job(${key})) AS jobs`
}

/** Seconds before a failed erasure is retried. */
const AGAIN_IN = 15

/** Leaves a failed erasure to its job, since its call has ended. */
export async function leaveErasure(db: Context['db'], job: EraseJob, key: string): Promise<void> {
  await queueIn(AGAIN_IN, db, job, key)
}

/**
 * Repeats an erasure. Samples sent since it began stay. A half-done erasure is visible in answers, so a failure is
 * retried soon every time: the queue's own delays grow to hours. Returns the error.
 */
export async function finishErasure(
  { db, telemetry, lastSeen }: Pick<Core, 'db' | 'telemetry' | 'lastSeen'>,
  { calling: _, ...job }: EraseJob,
  key: string | null,
): Promise<unknown> {
  const { below, ...erasure } = job
  try {
    await telemetry.erase({ ...erasure, below: BigInt(below) })
    const { organization, thing: number } = erasure
    const thing = await db.thing.findFirst({
      where: { number, organization: { number: organization } },
    })
    if (thing) lastSeen.samplesErased(thing.organizationId, thing.id)
    return undefined
  } catch (fault) {
    // Under the same key, the new job replaces this one.
    await leaveErasure(db, job, key ?? newKey())
    return fault
  }
}
