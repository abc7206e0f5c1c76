import type { Ingested } from '@sluice/contract'
import type { IngestCall } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { measuredThing, requireInService } from './measured-thing.ts'

type Call = Omit<IngestCall, 'now'> & { readonly thingId: string }

/**
 * The part that all forms of ingestion share: stores the samples, counts them and notes that the thing was seen. Throws
 * `conflict` for a retired thing, `invalid-request` with the faults, or `unavailable`.
 */
export async function accept(ctx: Context, { thingId, ...call }: Call): Promise<Ingested> {
  const { telemetry, sampleCounts, lastSeen, actor, now } = ctx
  const found = measuredThing(ctx, thingId)
  const thing = found instanceof Promise ? await found : found
  requireInService(thing, thingId)
  const answer = await telemetry.ingest(thing, { ...call, now })
  if (answer.accepted > 0) {
    sampleCounts.count(thing.numbers, answer.accepted, now)
    lastSeen.thingSeen(actor.organization.id, thingId, now)
  }
  return answer
}
