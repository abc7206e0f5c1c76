import type { Ingested, Input } from '@sluice/contract'
import type { IngestCall } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { measuredThing, requireInService } from './measured-thing.ts'

type Call = Input<'telemetry.ingest' | 'telemetry.ingestColumnar' | 'telemetry.ingestArrow'>

/** Stores one frame or a list of frames. */
export const ingest = ingesting('frames')

/** Stores columns: an array of times and an array per metric. */
export const ingestColumnar = ingesting('columns')

/** Stores a table sent as an Arrow IPC stream: a column of times and a column per metric. */
export const ingestArrow = ingesting('arrow')

/**
 * Stores samples of a thing in one format, counts them, and records that the thing was seen. Throws `conflict` for a
 * retired thing, `invalid-request` with the faults, or `unavailable`.
 */
function ingesting(form: IngestCall['form']) {
  return async (ctx: Context, { params, query, body }: Call): Promise<Ingested> => {
    const { telemetry, sampleCounts, lastSeen, actor, now } = ctx
    const { thingId } = params
    const found = measuredThing(ctx, thingId)
    const thing = found instanceof Promise ? await found : found
    requireInService(thing, thingId)
    const { onError } = query
    const answer = await telemetry.ingest(thing, { form, body, onError, now })
    if (answer.accepted > 0) {
      sampleCounts.count(thing.numbers, answer.accepted, now)
      lastSeen.thingSeen(actor.organization.id, thingId, { at: now, number: thing.numbers.thing })
    }
    return answer
  }
}
