import { randomUUID } from 'node:crypto'
import { type Erasure, partitionOf } from '@sluice/telemetry'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'

/** The task of the job queue that finishes an erasure. */
export const ERASE = 'erase'

/** What the task is given: an erasure of samples up to a version. */
export interface EraseJob extends Omit<Erasure, 'below'> {
  readonly below: string
  /** Set while the call that asked for it may still be at it. */
  readonly calling?: true
}

/**
 * Queues an erasure that is about to be done, so that it is finished whatever becomes of this process. The job waits for
 * a minute, which nearly every erasure is shorter than. Answers its key.
 */
export async function queueErasure(db: Transaction, job: EraseJob): Promise<string> {
  const key = newKey()
  await noteVersion(db, job)
  await queueIn(60, db, { ...job, calling: true }, key)
  return key
}

/**
 * The job may run after nodes have come to share a log. Its versions must begin above that of the erasure, which no sample in the
 * store has. A log that is shared already gave that version itself.
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
 * Queues it in place of those that it does as well: somebody who asks again and again leaves one job. What another one does
 * anyway is not queued, but where a call is about to do it. Jobs that calls may still be at do not count: such a call may end
 * half way, after all others did.
 *
 * Jobs of one organization run one after another, on all nodes together.
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

/** Whether an erasure has nothing to do after another. No metrics are all. */
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

/** Takes the job of an erasure that is done from the queue. */
export async function dropErasure(db: Context['db'], key: string): Promise<void> {
  await db.$queryRaw`SELECT 1 AS dropped FROM (SELECT graphile_worker.remove_job(${key})) AS jobs`
}

/** Seconds until an erasure that failed is tried again. */
const AGAIN_IN = 15

/** Leaves an erasure that failed to its job: its call is over. */
export async function leaveErasure(db: Context['db'], job: EraseJob, key: string): Promise<void> {
  await queueIn(AGAIN_IN, db, job, key)
}

/**
 * Does an erasure again. Samples that were sent since it began stay. Half of one shows in answers, so one that fails is
 * tried again soon, however often it failed: the queue would let it wait for hours in the end. Answers the fault.
 */
export async function finishErasure(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  { calling: _, ...job }: EraseJob,
  key: string | null,
): Promise<unknown> {
  const { below, ...erasure } = job
  try {
    await telemetry.erase({ ...erasure, below: BigInt(below) })
    return undefined
  } catch (fault) {
    // Under its key, this job is over and a new one takes its place.
    await leaveErasure(db, job, key ?? newKey())
    return fault
  }
}
