import type { Ingested } from '@sluice/contract'
import type { Context } from '../context.ts'
import { freeMemory } from '../free-memory.ts'
import { JsonBody } from '../json-body.ts'
import { invalidRequest } from '../problem.ts'
import type { Intake } from './intake/intake.ts'
import { compileRules, type Rules } from './intake/rules.ts'
import { turnForLongWork } from './long-work.ts'
import { measuredThing } from './measured-thing.ts'

interface Call {
  readonly thingId: string
  readonly body: unknown
  /** `fail`: any bad sample fails the call. `skip`: the good ones are stored all the same. */
  readonly onError: 'fail' | 'skip'
}

/** Bytes from which on a body takes a tenth of a millisecond or more to read. */
const LONG_BODY = 16 * 1024

/**
 * The part that all forms of ingestion share: `read` understands the form of the body, and its samples are
 * checked, stored and counted here. The answer means stored and readable. Throws `invalid-request` with the
 * faults, or `unavailable`.
 */
export async function accept(
  ctx: Context,
  call: Call,
  read: (body: unknown, rules: Rules) => Intake,
): Promise<Ingested> {
  const bytes = bytesOf(call.body)
  if (bytes && bytes.length >= LONG_BODY) await turnForLongWork()
  const found = measuredThing(ctx, call.thingId)
  const thing = found instanceof Promise ? await found : found
  const { samples, faults, rejected } = read(call.body, compileRules(thing, ctx.now))
  freeMemory(bytes)
  if (faults.count > 0 && (faults.fatal || call.onError === 'fail')) {
    throw invalidRequest(faults.list())
  }
  const { rows } = samples
  await ctx.telemetry.write(thing.numbers, samples)
  if (rows > 0) {
    ctx.sampleCounts.count(thing.numbers, rows, ctx.now)
    ctx.touches.thingSeen(ctx.actor.organization.id, call.thingId, ctx.now)
  }
  return { accepted: rows, rejected, errors: faults.list() }
}

/** Of a body that is not parsed yet. */
function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof JsonBody) return body.bytes
  return body instanceof Uint8Array ? body : undefined
}
