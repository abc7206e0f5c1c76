import type { IngestedThings, Input } from '@sluice/contract'
import type { ThingNumbers, ThingsCall } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { createCalledThings, findCalledThings } from './called-things.ts'

type Call = Pick<ThingsCall, 'form' | 'body' | 'lines' | 'series'> & {
  readonly query: Pick<Input<'telemetry.ingestThings'>['query'], 'onError' | 'createMissing'>
}

/**
 * {@link accept} for a call about many things: each is authorized like a call of its own, counted, and recorded as
 * seen. Throws `scope-missing` or `invalid-request` with the faults, or `unavailable`.
 */
export async function acceptThings(
  ctx: Context,
  { query, ...call }: Call,
): Promise<IngestedThings> {
  const { telemetry, sampleCounts, lastSeen, actor, now } = ctx
  const { onError, createMissing } = query
  const numbers = new Map<string, ThingNumbers>()
  const answer = await telemetry.ingestThings({
    ...{ ...call, organization: actor.organization.number, onError, now },
    async find(ids) {
      const found = await findCalledThings(ctx, ids, createMissing)
      for (const [id, one] of found) if ('thing' in one) numbers.set(id, one.thing.numbers)
      return found
    },
    async create(ids) {
      const created = await createCalledThings(ctx, ids, createMissing ?? '')
      for (const [id, one] of created) numbers.set(id, one.numbers)
      return created
    },
  })
  for (const { thingId, accepted } of answer.things) {
    const thing = numbers.get(thingId)
    if (!thing || accepted === 0) continue
    sampleCounts.count(thing, accepted, now)
    lastSeen.thingSeen(actor.organization.id, thingId, { at: now, number: thing.thing })
  }
  return answer
}
