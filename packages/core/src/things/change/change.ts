import {
  type Fault,
  type Input,
  type Output,
  type Thing,
  type ThingChange,
  thingChangeLimit,
} from '@sluice/contract'
import { invalidRequest, mapInSlices } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { lockDefinitions, relyingOn } from '../../definitions/index.ts'
import { covers, fleetPath, sitePath } from '../../scopes/index.ts'
import { writeThings } from '../batch/write.ts'
import { intervalsFor, selectedThings } from '../conditions.ts'
import { findThings } from '../find.ts'
import { loadReferred, type Referred } from '../references.ts'
import { answerOf } from './answer.ts'
import { judge, type Wish } from './judge.ts'

type Body = Input<'things.change'>['body']

/**
 * Applies the same change to many things, in a few statements. Each is authorized, checked and audited like a single
 * `things.update`; refused ones stay as they are. Throws `invalid-request` if the change itself names something that
 * does not exist, and `conflict` if another call changes one of the things at the same time.
 */
export async function changeThings(
  ctx: Context,
  { body }: Input<'things.change'>,
): Promise<Output<'things.change'>> {
  const page = await wishesOf(ctx, body)
  const ids = page.wishes.map(({ id }) => id)
  const found = await findThings(ctx, ids, { partly: !body.things })
  const { wishes, nextAfter } = body.things ? page : upTo(found.at(-1)?.id, page)
  const known = new Map(found.map((thing) => [thing.id, thing]))
  await lockDefinitions(ctx, relyingOn('types', judgesOf(found, body.change)))
  const referred = await loadReferred(ctx, [...found, placesOf(body.change)])
  requirePlaces(ctx, body.change, referred)
  const { change, validateOnly } = body
  const judged = await mapInSlices(wishes, (wish) =>
    judge(ctx, { wish, before: known.get(wish.id), change, referred, validateOnly }),
  )
  const changes = judged.flatMap((one) => one.change ?? [])
  if (!validateOnly) await writeThings(ctx, changes)
  return { ...(await answerOf(ctx, judged, validateOnly)), nextAfter }
}

/** The things that the call names, or the next page of those that its filter matches. */
async function wishesOf(ctx: Context, { things, filter = {}, after }: Body): Promise<WishPage> {
  if (things) return { wishes: things, nextAfter: null }
  const rows = await ctx.db.thing.findMany({
    where: {
      AND: [
        await selectedThings(ctx, filter, () => intervalsFor(ctx, filter, '/body/filter')),
        after === undefined ? {} : { id: { gt: after } },
      ],
    },
    orderBy: { id: 'asc' },
    take: thingChangeLimit + 1,
    select: { id: true },
  })
  const wishes = rows.slice(0, thingChangeLimit)
  const last = rows.length > thingChangeLimit ? wishes.at(-1) : undefined
  return { wishes, nextAfter: last?.id ?? null }
}

interface WishPage {
  readonly wishes: readonly Wish[]
  readonly nextAfter: string | null
}

/** Ends a page with the last thing that was read, if the others are too large to be read with it. */
export function upTo(last: string | undefined, page: WishPage): WishPage {
  const end = page.wishes.findIndex(({ id }) => id === last) + 1
  if (end === 0 || end === page.wishes.length) return page
  return { wishes: page.wishes.slice(0, end), nextAfter: last ?? null }
}

/** The types by whose schemas the change is checked. */
function judgesOf(found: readonly Thing[], { thingTypeId, attributes }: ThingChange): string[] {
  if (thingTypeId !== undefined) return [thingTypeId]
  return attributes === undefined ? [] : found.map((thing) => thing.thingTypeId)
}

/** What every thing will refer to. */
function placesOf({ thingTypeId = '', siteId = null, addFleetIds = [] }: ThingChange) {
  return { thingTypeId, siteId, fleetIds: addFleetIds }
}

/**
 * A place that does not exist is a fault of the call, not of each thing. Places that the caller may not write are not
 * revealed: each thing is refused.
 */
function requirePlaces({ actor }: Context, change: ThingChange, { sites, fleets }: Referred): void {
  const { siteId = null, addFleetIds = [] } = change
  const faults: Fault[] = []
  if (siteId !== null && !sites.has(siteId) && covers(actor.scopes, 'write', [sitePath(siteId)])) {
    faults.push({ pointer: '/body/change/siteId', detail: 'is not the id of a site' })
  }
  for (const [i, id] of addFleetIds.entries()) {
    if (fleets.has(id) || !covers(actor.scopes, 'write', [fleetPath(id)])) continue
    faults.push({ pointer: `/body/change/addFleetIds/${i}`, detail: 'is not the id of a fleet' })
  }
  if (faults.length > 0) throw invalidRequest(faults)
}
