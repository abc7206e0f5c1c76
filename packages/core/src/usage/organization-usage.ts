import { type Input, type Output, usageLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import { filtersFor, thingCondition } from '../scopes/index.ts'
import { lastDays } from './days.ts'
import { isoOf } from './log-query.ts'
import { NO_THING } from './sample-sums.ts'

const ofDays = `
  FROM accepted WHERE organization = {organization:UInt32} AND day >= {from:Date}`

const byDay = `SELECT toString(day), sum(samples) ${ofDays} GROUP BY day`

const byHour = `
  SELECT toUnixTimestamp(hour), sum(samples)
  FROM accepted_hours WHERE organization = {organization:UInt32} AND hour >= {from:DateTime('UTC')}
  GROUP BY hour`

/** Candidates for the list; the first that still exist and may be read are shown. */
const CANDIDATES = 1_000

const byThing = `
  SELECT thing, sum(samples) AS total ${ofDays} AND thing != ${NO_THING}
  GROUP BY thing ORDER BY total DESC, thing LIMIT ${CANDIDATES}`

/** How many samples were accepted in the last days, by day and by thing, and in the last 24 hours. */
export async function organizationUsage(
  ctx: Context,
  { query }: Input<'organization.usage'>,
): Promise<Output<'organization.usage'>> {
  const days = lastDays(ctx.now, query.days, 'UTC')
  const params = { organization: ctx.actor.organization.number, from: days[0]?.date }
  const hours = lastHours(ctx.now)
  const ofHours = { organization: params.organization, from: Math.floor((hours[0] ?? 0) / 1000) }
  const [dayRows, thingRows, hourRows] = (await Promise.all([
    ctx.usage.query(byDay, params),
    ctx.usage.query(byThing, params),
    ctx.usage.query(byHour, ofHours),
  ])) as [[string, number][], [number, number][], [number, number][]]
  const samplesOf = new Map(dayRows)
  const samplesIn = new Map(hourRows)
  const samples = sumOf(dayRows)
  const named = await namedThings(ctx, thingRows)
  return {
    from: isoOf(days[0]?.start ?? ctx.now.getTime()),
    to: ctx.now.toISOString(),
    samples,
    days: days.map(({ date }) => ({ date, samples: samplesOf.get(date) ?? 0 })),
    hours: hours.map((start) => {
      return { at: isoOf(start), samples: samplesIn.get(start / 1000) ?? 0 }
    }),
    things: named,
    // Samples counted between the two statements must not make it negative.
    otherSamples: Math.max(0, samples - named.reduce((sum, thing) => sum + thing.samples, 0)),
  }
}

const HOUR = 3_600_000

/** The starts of the last 24 hours, including the current one. */
function lastHours(now: Date): number[] {
  const last = Math.floor(now.getTime() / HOUR) * HOUR
  return Array.from(
    { length: usageLimits.hours },
    (_, i) => last - (usageLimits.hours - 1 - i) * HOUR,
  )
}

function sumOf(rows: readonly (readonly [unknown, number])[]): number {
  return rows.reduce((sum, [, samples]) => sum + samples, 0)
}

/** The things that exist and that the actor may read, in the order of the rows. */
async function namedThings(ctx: Context, rows: readonly (readonly [number, number])[]) {
  const { id: organizationId } = ctx.actor.organization
  const things = await ctx.db.thing.findMany({
    where: {
      AND: [
        { organizationId, number: { in: rows.map(([number]) => number) } },
        thingCondition(filtersFor(ctx.actor.scopes, 'read'), organizationId),
      ],
    },
    select: { id: true, name: true, number: true },
  })
  const byNumber = new Map(things.map((thing) => [thing.number, thing]))
  return rows
    .flatMap(([number, samples]) => {
      const thing = byNumber.get(number)
      return thing ? [{ thingId: thing.id, name: thing.name, samples }] : []
    })
    .slice(0, usageLimits.named)
}
