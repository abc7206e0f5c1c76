import { lotsOf, settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { judgeSamples, readFigures } from '../limits/index.ts'
import { isNearlyFull, quotaOf } from '../quotas/index.ts'

/** Organizations that one statement measures. */
const LOT = 50

/** Organizations of one round, the longest ago measured first. */
const ROUND = 1000

/** The part of its quota below which an organization is told again that it is nearly full. */
const REARMED_BELOW = 0.75

const MINUTE = 60_000

/** Hours in which whoever has sent samples is measured often. */
const ACTIVE_HOURS = 2

const active = `
  SELECT DISTINCT organization FROM accepted_hours WHERE hour >= {from:DateTime('UTC')}`

/** Bytes from which on an organization is measured by itself: if that fails, no other misses its turn. */
const LARGE = 16 * 1024 ** 3

/** Milliseconds after which a round begins nothing more: the next minute's goes on with the longest ago measured. */
const ROUND_MS = 5 * MINUTE

/** Of the time that an organization takes, so many times as much passes until it is measured again. */
const REST = 50

/**
 * Measures what organizations store of samples, where it is time, and judges it by their quotas. Any number of processes may do so
 * at once. Rejects where the store did for some of them; what was measured before counts.
 */
export async function measureSamples(
  core: Pick<Core, 'db' | 'telemetry' | 'usage' | 'clock'>,
  monotonic = () => performance.now(),
): Promise<void> {
  const now = core.clock()
  const due = await organizationsDue(core, now)
  const isLarge = ({ bytes }: Measured) => Number(bytes ?? 0) > LARGE
  const lots = [
    ...lotsOf(
      due.filter((one) => !isLarge(one)),
      LOT,
    ),
    ...due.filter(isLarge).map((one) => [one]),
  ].sort(([a], [b]) => measuredAt(a) - measuredAt(b))
  const end = monotonic() + ROUND_MS
  const works = lots.map((lot) => async () => {
    if (monotonic() < end) await measure(core, lot, now)
  })
  await settleInSequence(works)
}

/** What cannot be measured keeps what it had, and waits as usual. */
async function measure(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  lot: readonly Measured[],
  now: Date,
): Promise<void> {
  const begun = performance.now()
  let stored: Map<number, number>
  try {
    stored = await telemetry.storedBytes(lot.map(({ number }) => number))
  } catch (fault) {
    for (const one of lot) await waitAgain(db, one, now)
    throw fault
  }
  const seconds = (performance.now() - begun) / 1000 / lot.length
  for (const { id, number } of lot) {
    await keep(db, id, { bytes: stored.get(number) ?? 0, measuredAt: now, seconds })
  }
}

/** As if it had taken until ten minutes before its next turn. */
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

/** An organization, and what was measured of it, if it was. */
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
  // One array, since a statement has no more than 32,767 parameters.
  const found = await db.$queryRaw<Measured[]>`
    SELECT id, number, limits, "samplesFullSince", bytes, "measuredAt", seconds
    FROM organizations LEFT JOIN stored_samples ON "organizationId" = id
    WHERE number = ANY (${rows.map(([number]) => number)}::int[]) OR "samplesFullSince" IS NOT NULL
      OR (bytes > 0 AND "measuredAt" < ${dayAgo})`
  return found
    .filter((one) => now.getTime() - measuredAt(one) >= pause(one))
    .sort((a, b) => measuredAt(a) - measuredAt(b))
    .slice(0, ROUND)
}

/** Milliseconds until an organization is measured again: less where it may soon be full, and so that it takes a fiftieth of the time at most. */
function pause(one: Measured): number {
  if (one.measuredAt === null) return 0
  const isNear = Number(one.bytes) >= mostBytesOf(one) / 2
  const usual = one.samplesFullSince ? 5 * MINUTE : isNear ? MINUTE : 10 * MINUTE
  // A round that begins a little early would otherwise miss its minute.
  return Math.max(usual - MINUTE / 2, Number(one.seconds) * 1000 * REST)
}
