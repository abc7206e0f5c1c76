import { batchesOf, settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { judgeSamples, readFigures } from '../limits/index.ts'
import { isNearlyFull, quotaOf } from '../quotas/index.ts'

/** Organizations measured by one statement. */
const BATCH = 50

/** Organizations measured in one round, at most, starting with those not measured for longest. */
const MAX_PER_ROUND = 1000

/** Usage must fall below this share of the quota before the organization is warned again. */
const REARMED_BELOW = 0.75

const MINUTE = 60_000

/** Organizations that sent samples in the last hours are measured often. */
const ACTIVE_HOURS = 2

const active = `
  SELECT DISTINCT organization FROM accepted_hours WHERE hour >= {from:DateTime('UTC')}`

/** Larger organizations are measured by a statement of their own: if it fails, no other is affected. */
const LARGE_BYTES = 16 * 1024 ** 3

/** A round starts no new statement after this time; the next round continues where it ended. */
const ROUND_MS = 5 * MINUTE

/** Pause between two measurements of an organization, as a multiple of how long one takes: 2 % of the time at most. */
const REST = 50

/**
 * Measures how much organizations store, for those that are due, and checks it against their quotas. Any number of processes may
 * run it concurrently. Rejects if the store failed for some; what was measured before that is kept.
 */
export async function measureSamples(
  core: Pick<Core, 'db' | 'telemetry' | 'usage' | 'clock'>,
  monotonic = () => performance.now(),
): Promise<void> {
  const now = core.clock()
  const due = await organizationsDue(core, now)
  const isLarge = ({ bytes }: Measured) => Number(bytes ?? 0) > LARGE_BYTES
  const batches = [
    ...batchesOf(
      due.filter((one) => !isLarge(one)),
      BATCH,
    ),
    ...due.filter(isLarge).map((one) => [one]),
  ].sort(([a], [b]) => measuredAt(a) - measuredAt(b))
  const end = monotonic() + ROUND_MS
  const works = batches.map((batch) => async () => {
    if (monotonic() < end) await measure(core, batch, now)
  })
  await settleInSequence(works)
}

/** If the measurement fails, the previous figures stay, and the organizations wait for their usual pause. */
async function measure(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  batch: readonly Measured[],
  now: Date,
): Promise<void> {
  const begun = performance.now()
  let stored: Map<number, number>
  try {
    stored = await telemetry.storedBytes(batch.map(({ number }) => number))
  } catch (fault) {
    for (const one of batch) await waitAgain(db, one, now)
    throw fault
  }
  const seconds = (performance.now() - begun) / 1000 / batch.length
  for (const { id, number } of batch) {
    await keep(db, id, { bytes: stored.get(number) ?? 0, measuredAt: now, seconds })
  }
}

/** Makes an organization due again in ten minutes, by a measuring time that is long enough. */
async function waitAgain(db: Core['db'], one: Measured, now: Date): Promise<void> {
  const milliseconds = now.getTime() - measuredAt(one) + 10 * MINUTE
  await db.storedSamples.updateMany({
    where: { organizationId: one.id },
    data: { seconds: milliseconds / 1000 / REST },
  })
}

async function keep(
  db: Core['db'],
  organizationId: string,
  data: { bytes: number; measuredAt: Date; seconds: number },
): Promise<void> {
  const where = { organizationId }
  const { nearlyFull: wasTold, organization } = await db.storedSamples.upsert({
    where,
    create: { organizationId, ...data },
    update: data,
    select: {
      nearlyFull: true,
      organization: { select: { limits: true, samplesFullSince: true } },
    },
  })
  const mostBytes = mostBytesOf(organization)
  if (wasTold && data.bytes < REARMED_BELOW * mostBytes) {
    await db.storedSamples.updateMany({ where, data: { nearlyFull: false } })
  }
  const isNews = !wasTold && isNearlyFull(data.bytes, mostBytes)
  if (isNews || organization.samplesFullSince || data.bytes >= mostBytes) {
    await judgeSamples(db, organizationId, data.measuredAt)
  }
}

/** An organization with its last measurement, if any. */
interface Measured {
  readonly id: string
  readonly number: number
  readonly limits: unknown
  readonly samplesFullSince: Date | null
  readonly bytes: bigint | null
  readonly measuredAt: Date | null
  readonly seconds: number | null
}

const measuredAt = (one: Measured | undefined) => one?.measuredAt?.getTime() ?? 0

const mostBytesOf = ({ limits }: Pick<Measured, 'limits'>) =>
  quotaOf(readFigures(limits).quotas, 'samples').mostBytes

async function organizationsDue(
  { db, usage }: Pick<Core, 'db' | 'usage'>,
  now: Date,
): Promise<Measured[]> {
  const from = Math.floor(now.getTime() / 3_600_000 - (ACTIVE_HOURS - 1)) * 3600
  const rows = (await usage.query(active, { from })) as [number][]
  const dayAgo = new Date(now.getTime() - 1440 * MINUTE)
  // Passed as an array: a statement has at most 32,767 parameters.
  const found = await db.$queryRaw<Measured[]>`
    SELECT id, number, limits, "samplesFullSince", bytes, "measuredAt", seconds
    FROM organizations LEFT JOIN stored_samples ON "organizationId" = id
    WHERE number = ANY (${rows.map(([number]) => number)}::int[]) OR "samplesFullSince" IS NOT NULL
      OR (bytes > 0 AND "measuredAt" < ${dayAgo})`
  return found
    .filter((one) => now.getTime() - measuredAt(one) >= pause(one))
    .sort((a, b) => measuredAt(a) - measuredAt(b))
    .slice(0, MAX_PER_ROUND)
}

/** Milliseconds between measurements: fewer if the quota may soon be used up, more if measuring takes long. */
function pause(one: Measured): number {
  if (one.measuredAt === null) return 0
  const isNear = Number(one.bytes) >= mostBytesOf(one) / 2
  const usual = one.samplesFullSince ? 5 * MINUTE : isNear ? MINUTE : 10 * MINUTE
  // Otherwise a round that starts slightly early would skip a minute.
  return Math.max(usual - MINUTE / 2, Number(one.seconds) * 1000 * REST)
}
