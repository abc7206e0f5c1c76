import { randomUUID } from 'node:crypto'
import { type Erasure, partitionOf } from '@sluice/telemetry'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'

/** The task of the job queue that finishes an erasure. */
export const ERASE = 'erase'

/** What the task is given: an erasure of samples up to a version. */
export interface EraseJob extends Omit<Erasure, 'below'> {
  readonly below: string
}

/** Such jobs that run at a time. A process that ends within one keeps those behind it waiting for minutes: only a part of all. */
const QUEUES = 4

/**
 * Queues an erasure that is about to be done, so that it is finished whatever becomes of this process. The job waits for
 * a minute, which nearly every erasure is shorter than. Answers its key.
 */
export async function queueErasure(db: Transaction, job: EraseJob): Promise<string> {
  const key = newKey()
  await noteVersion(db, job)
  await queueIn(60, db, job, key)
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

async function queueIn(
  seconds: number,
  db: Context['db'],
  job: EraseJob,
  key: string,
): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${ERASE}, ${JSON.stringify(job)}::json, queue_name := ${`${ERASE}/${job.thing % QUEUES}`},
        run_at := now() + ${seconds} * interval '1 second', job_key := ${key})) AS jobs`
}

/** Takes the job of an erasure that is done from the queue. */
export async function dropErasure(db: Context['db'], key: string): Promise<void> {
  await db.$queryRaw`SELECT 1 AS dropped FROM (SELECT graphile_worker.remove_job(${key})) AS jobs`
}

/** Seconds until an erasure that failed is tried again. */
const AGAIN_IN = 15

/**
 * Does an erasure again. Samples that were sent since it began stay. Half of one shows in answers, so one that fails is
 * tried again soon, however often it failed: the queue would let it wait for hours in the end. Answers the fault.
 */
export async function finishErasure(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  job: EraseJob,
  key: string | null,
): Promise<unknown> {
  const { below, ...erasure } = job
  try {
    await telemetry.erase({ ...erasure, below: BigInt(below) })
    return undefined
  } catch (fault) {
    // Under its key, this job is over and a new one takes its place.
    await queueIn(AGAIN_IN, db, job, key ?? newKey())
    return fault
  }
}
