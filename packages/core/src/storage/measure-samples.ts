import { lotsOf } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { judgeSamples, readFigures } from '../limits/index.ts'
import { quotaOf } from '../quotas/index.ts'

/** Organizations that one statement measures. */
const LOT = 50

/** Organizations of one round, the longest ago measured first. */
const ROUND = 1000

const MINUTE = 60_000

/** Hours in which whoever has sent samples is measured often. */
const ACTIVE_HOURS = 2

const active = `
  SELECT DISTINCT organization FROM accepted_hours WHERE hour >= {from:DateTime('UTC')}`

/**
 * Measures what organizations store of samples, where it is time, and judges it by their quotas. Any number of processes may do so
 * at once. Rejects as the store does; what was measured before counts.
 */
export async function measureSamples(
  core: Pick<Core, 'db' | 'telemetry' | 'usage' | 'clock'>,
): Promise<void> {
  const now = core.clock()
  for (const lot of lotsOf(await organizationsDue(core, now), LOT)) {
    const begun = performance.now()
    const stored = await core.telemetry.storedBytes(lot.map(({ number }) => number))
    const seconds = (performance.now() - begun) / 1000 / lot.length
    for (const { id, number, samplesFullSince, limits } of lot) {
      const bytes = stored.get(number) ?? 0
      const data = { bytes, measuredAt: now, seconds }
      await core.db.storedSamples.upsert({
        where: { organizationId: id },
        create: { organizationId: id, ...data },
        update: data,
      })
      const { mostBytes } = quotaOf(readFigures(limits).quotas, 'samples')
      if (samplesFullSince || bytes >= mostBytes) await judgeSamples(core.db, id, now)
    }
  }
}

interface Measured {
  readonly id: string
  readonly number: number
  readonly limits: unknown
  readonly samplesFullSince: Date | null
  readonly storedSamples: { bytes: bigint; measuredAt: Date; seconds: number } | null
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
