import { lotsOf, settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { StoredSamples } from '../database/generated/client.ts'
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

/**
 * Measures what organizations store of samples, where it is time, and judges it by their quotas. Any number of processes may do so
 * at once. Rejects where the store did for some of them; what was measured before counts.
 */
export async function measureSamples(
  core: Pick<Core, 'db' | 'telemetry' | 'usage' | 'clock'>,
): Promise<void> {
  const now = core.clock()
  const due = await organizationsDue(core, now)
  const isLarge = ({ storedSamples }: Measured) => Number(storedSamples?.bytes ?? 0) > LARGE
  const lots = [
    ...lotsOf(
      due.filter((one) => !isLarge(one)),
      LOT,
    ),
    ...due.filter(isLarge).map((one) => [one]),
  ]
  await settleInSequence(lots.map((lot) => () => measure(core, lot, now)))
}

/** What cannot be measured keeps what it had, and waits as long as if it could. */
async function measure(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  lot: readonly Measured[],
  now: Date,
): Promise<void> {
  const begun = performance.now()
  let stored: Map<number, number> | undefined
  try {
    stored = await telemetry.storedBytes(lot.map(({ number }) => number))
  } finally {
    const seconds = (performance.now() - begun) / 1000 / lot.length
    for (const one of lot) {
      const bytes = stored ? (stored.get(one.number) ?? 0) : Number(one.storedSamples?.bytes ?? 0)
      await keep(db, one, { bytes, measuredAt: now, seconds })
    }
  }
}

async function keep(
  db: Core['db'],
  { id, samplesFullSince, limits, storedSamples }: Measured,
  data: { bytes: number; measuredAt: Date; seconds: number },
): Promise<void> {
  const { mostBytes } = quotaOf(readFigures(limits).quotas, 'samples')
  const isBelow = data.bytes < REARMED_BELOW * mostBytes
  await db.storedSamples.upsert({
    where: { organizationId: id },
    create: { organizationId: id, ...data },
    update: { ...data, ...(isBelow && { nearlyFull: false }) },
  })
  const isNews = isNearlyFull(data.bytes, mostBytes) && !storedSamples?.nearlyFull
  if (isNews || samplesFullSince || data.bytes >= mostBytes) {
    await judgeSamples(db, id, data.measuredAt)
  }
}

interface Measured {
  readonly id: string
  readonly number: number
  readonly limits: unknown
  readonly samplesFullSince: Date | null
  readonly storedSamples: StoredSamples | null
}

async function organizationsDue(
  { db, usage }: Pick<Core, 'db' | 'usage'>,
  now: Date,
): Promise<Measured[]> {
  const from = Math.floor(now.getTime() / 3_600_000 - (ACTIVE_HOURS - 1)) * 3600
  const rows = (await usage.query(active, { from })) as [number][]
  const dayAgo = new Date(now.getTime() - 1440 * MINUTE)
  const found = await db.organization.findMany({
    where: {
      OR: [
        { number: { in: rows.map(([number]) => number) } },
        { samplesFullSince: { not: null } },
        { storedSamples: { bytes: { gt: 0 }, measuredAt: { lt: dayAgo } } },
      ],
    },
    select: { id: true, number: true, limits: true, samplesFullSince: true, storedSamples: true },
  })
  const age = ({ storedSamples }: Measured) => storedSamples?.measuredAt.getTime() ?? 0
  return found
    .filter((one) => now.getTime() - age(one) >= pause(one))
    .sort((a, b) => age(a) - age(b))
    .slice(0, ROUND)
}

/** Milliseconds until an organization is measured again: less where it may soon be full, and so that it takes a fiftieth of the time at most. */
function pause({ limits, samplesFullSince, storedSamples }: Measured): number {
  if (!storedSamples) return 0
  const { mostBytes } = quotaOf(readFigures(limits).quotas, 'samples')
  const isNear = Number(storedSamples.bytes) >= mostBytes / 2
  const usual = samplesFullSince ? 5 * MINUTE : isNear ? MINUTE : 10 * MINUTE
  // A round that begins a little early would otherwise miss its minute.
  return Math.max(usual - MINUTE / 2, storedSamples.seconds * 50_000)
}
