import type { Core } from '../context.ts'

/** Things whose samples one statement erases. */
const BATCH = 1000
/** A generous upper bound for writes that were admitted before the deletion. */
const WAIT_MS = 3_600_000

/**
 * Erases the samples of deleted things. Run daily, so they are gone within a day and an hour. Any number of processes
 * may run it concurrently. Things that have to wait keep no others. Rejects if there are any, or as the store does.
 * Idempotent.
 */
export async function eraseDeletedThings({
  db,
  telemetry,
  clock,
}: Pick<Core, 'db' | 'telemetry' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - WAIT_MS)
  let last = { deletedAt: new Date(0), number: 0 }
  let left = 0
  for (;;) {
    const { deletedAt, number } = last
    // By an index: what has to wait stays in the table, and is walked over again each day.
    const rows = await db.deletedThing.findMany({
      where: {
        deletedAt: { gte: deletedAt, lt: before },
        OR: [{ deletedAt: { gt: deletedAt } }, { number: { gt: number } }],
      },
      orderBy: [{ deletedAt: 'asc' }, { number: 'asc' }],
      take: BATCH,
      include: { organization: { select: { number: true } } },
    })
    last = rows.at(-1) ?? last
    if (rows.length === 0) break
    const things = rows.map((row) => ({ organization: row.organization.number, thing: row.number }))
    const erased = await telemetry.eraseThings(things)
    await db.deletedThing.deleteMany({
      where: {
        organizationId: { in: [...new Set(rows.map(({ organizationId }) => organizationId))] },
        number: { in: erased.map(({ thing }) => thing) },
      },
    })
    left += things.length - erased.length
  }
  if (left > 0) {
    throw new Error(`Samples of ${left} deleted things are left: some are not in the store yet.`)
  }
}
