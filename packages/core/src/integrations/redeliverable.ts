import { redeliveryLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { isOfTwo, reachesAll } from '../events/index.ts'
import { Takes } from '../lists/index.ts'
import type { SetRow } from './set-row.ts'
import { OUT_OF_REACH, sideToSend } from './side-to-send.ts'

type Where = Prisma.DeliveryWhereInput

interface Redeliverable {
  readonly ids: string[]
  /** How many of those checked may not be sent. */
  readonly outOfReach: number
}

const { made, checked } = redeliveryLimits
const orderBy = { position: 'asc' } as const

/** Those that could not be sent when they were due are checked last: there may be very many. */
const barred: Where = { lastError: OUT_OF_REACH }
const others: Where = { OR: [{ lastError: null }, { lastError: { not: OUT_OF_REACH } }] }

/**
 * The oldest deliveries that may be sent to the URL. If its setter may read everything, events need not be checked;
 * else `most` are.
 */
export async function redeliverable(
  { db }: Pick<Context, 'db'>,
  integration: SetRow,
  where: Where,
  most: number = checked,
): Promise<Redeliverable> {
  if (reachesAll(integration.setter.reach)) {
    const rows = await db.delivery.findMany({ where, orderBy, take: made, select: { id: true } })
    return { ids: rows.map(({ id }) => id), outOfReach: 0 }
  }
  const ids: string[] = []
  let [looked, outOfReach] = [0, 0]
  for (const turn of [others, barred]) {
    const takes = new Takes('deliveries to redeliver', made)
    let after = 0n
    for (let isMore = true; isMore && looked < most && ids.length < made; ) {
      const take = Math.min(takes.next, most - looked)
      const next = { AND: [where, turn, { position: { gt: after } }] }
      const rows = await factsOf(db, integration, next, take)
      takes.note(rows)
      const allowed = rows.filter(
        ({ side, event }) => event && sideToSend(integration, { side, event }) !== undefined,
      )
      ids.push(...allowed.map(({ id }) => id))
      looked += rows.length
      outOfReach += rows.length - allowed.length
      after = rows.at(-1)?.position ?? after
      isMore = rows.length === take
    }
  }
  return { ids: ids.slice(0, made), outOfReach }
}

/** Deliveries with what decides about their events: data only of those of two states, and without attributes, its bulk. */
async function factsOf(db: Context['db'], { organizationId }: SetRow, where: Where, take: number) {
  const event = { select: { type: true, resource: true, paths: true } }
  const rows = await db.delivery.findMany({
    ...{ where, orderBy, take },
    select: { id: true, position: true, side: true, eventId: true, event },
  })
  const ofTwo = rows.filter(({ event }) => isOfTwo(event))
  const events = await db.$queryRaw<{ id: string; data: unknown }[]>`
    SELECT id, data #- '{thing,attributes}' #- '{previous,attributes}' AS data FROM events
    WHERE "organizationId" = ${organizationId} AND id = ANY(${ofTwo.map(({ eventId }) => eventId)}::text[])`
  const dataOf = new Map(events.map(({ id, data }) => [id, data]))
  return rows.map(({ event, eventId, ...row }) => {
    // It may have been forgotten since.
    const isGone = isOfTwo(event) && !dataOf.has(eventId)
    return { ...row, event: isGone ? undefined : { ...event, data: dataOf.get(eventId) } }
  })
}
