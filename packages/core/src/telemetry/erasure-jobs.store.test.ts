import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import {
  dropErasure,
  ERASE,
  type EraseJob,
  finishErasure,
  leaveErasure,
  queueErasure,
} from './erasure-jobs.ts'

const core = openTestCore(new Date('2026-03-01T12:00:00Z'))
/** Belongs to no organization. */
let organization = 4_000_000_000
const forget = () => core.db.$executeRaw`
  DELETE FROM graphile_worker._private_jobs
  WHERE job_queue_id IN (
    SELECT id FROM graphile_worker._private_job_queues WHERE queue_name LIKE ${`${ERASE}/4%`})`
beforeAll(forget)
afterAll(async () => {
  await forget()
  await core.close()
})

interface Waiting {
  readonly key: string
  readonly payload: EraseJob
}

const waiting = () => core.db.$queryRaw<Waiting[]>`
  SELECT jobs.key, payload FROM graphile_worker._private_jobs AS jobs
  JOIN graphile_worker._private_job_queues AS queues ON queues.id = job_queue_id
  WHERE queue_name = ${`${ERASE}/${organization}`} ORDER BY jobs.id`

const queue = (job: EraseJob) => core.db.$transaction((db) => queueErasure(db, job))

function jobOf(job: Partial<EraseJob> = {}): EraseJob {
  return { organization, thing: 1, metrics: undefined, from: 0, to: 100, below: '5', ...job }
}

/** Whether an erasure covers another. */
function does({ thing, from, to, metrics = [], below }: EraseJob, other: EraseJob): boolean {
  const { metrics: others = [] } = other
  const isAll = metrics.length === 0
  return (
    thing === other.thing &&
    from <= other.from &&
    to >= other.to &&
    BigInt(below) >= BigInt(other.below) &&
    (isAll || (others.length > 0 && others.every((metric) => metrics.includes(metric))))
  )
}

const anyJob = fc
  .record({
    thing: fc.integer({ min: 1, max: 2 }),
    range: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 }),
    metrics: fc.option(fc.subarray([1, 2, 3]), { nil: undefined }),
  })
  .map(({ range, ...job }) => ({ ...job, from: Math.min(...range), to: Math.max(...range) }))

/** What happens to the oldest call, or to a job. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), job: anyJob }),
  fc.record({ kind: fc.constantFrom('fails' as const, 'done' as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('job fails' as const), nth: fc.nat(5) }),
)

it('whatever fails is done by a job that waits, and by one alone', async () => {
  let version = 10n
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      organization += 1
      let calls: { key: string; job: EraseJob; asked: number }[] = []
      let owed: { job: EraseJob; failed: number }[] = []
      for (const [time, step] of steps.entries()) {
        if (step.kind === 'ask') {
          version += 1n
          const job = jobOf({ ...step.job, below: String(version) })
          calls.push({ key: await queue(job), job, asked: time })
        } else if (step.kind === 'job fails') {
          await failJob(step.nth)
        } else {
          const call = calls[step.nth % Math.max(calls.length, 1)]
          if (!call) continue
          calls = calls.filter((other) => other !== call)
          if (step.kind === 'done') {
            await dropErasure(core.db, call.key)
            owed = owed.filter(({ job, failed }) => call.asked < failed || !does(call.job, job))
          } else {
            await leaveErasure(core.db, call.job, call.key)
            owed.push({ job: call.job, failed: time })
          }
        }
        const found = await waiting()
        const [asked, left] = [true, false].map((is) =>
          found.filter(({ payload }) => (payload.calling ?? false) === is),
        ) as [Waiting[], Waiting[]]
        expect(asked.map(({ key }) => key).toSorted()).toEqual(
          calls.map(({ key }) => key).toSorted(),
        )
        for (const { job, failed } of owed) {
          const later = calls.filter(({ asked }) => asked > failed).map((call) => call.job)
          const doing = [...later, ...left.map(({ payload }) => payload)]
          expect(doing.some((other) => does(other, job))).toBe(true)
        }
        for (const { key, payload } of left) {
          const twice = left.filter((other) => other.key !== key && does(other.payload, payload))
          expect(twice).toEqual([])
        }
      }
    }),
    { numRuns: 40, seed: 7 },
  )
}, 60_000)

/** As the queue does: a job is locked while it runs, and gone when it ends without an error. */
async function failJob(nth: number): Promise<void> {
  const left = (await waiting()).filter(({ payload }) => !payload.calling)
  const job = left[nth % Math.max(left.length, 1)]
  if (!job) return
  const [row] = await core.db.$queryRaw<{ id: bigint }[]>`
    UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'here'
    WHERE key = ${job.key} RETURNING id`
  const telemetry = { ...core.telemetry, erase: () => Promise.reject(new Error('away')) }
  expect(await finishErasure({ ...core, telemetry }, job.payload, job.key)).toBeDefined()
  await core.db.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE id = ${row?.id}`
}

it('the same erasure that fails again and again leaves one job, of the last version', async () => {
  organization += 1
  for (let version = 1; version <= 20; version += 1) {
    const job = jobOf({ below: String(version), to: 100 + version })
    await leaveErasure(core.db, job, await queue(job))
  }
  const found = await waiting()
  expect(found.map(({ payload }) => payload.below)).toEqual(['20'])
})
