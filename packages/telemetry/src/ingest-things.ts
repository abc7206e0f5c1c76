import type { IngestedThings } from '@sluice/contract'
import {
  freeMemory,
  inSlices,
  invalidRequest,
  JsonBody,
  mapInSlices,
  Problem,
  turnForLongWork,
} from '@sluice/runtime'
import type { DecodedParts, Decoder, Find } from './decode/apart/decoder.ts'
import { bodyToSend, bytesOf, SLICE_OF_BODY } from './decode/apart/sent-body.ts'
import { Faults, isRefused } from './decode/faults.ts'
import { type PartReport, Parts } from './decode/things/parts.ts'
import { readingOf, type ThingsFormat } from './decode/things/reading-of.ts'
import type { Ingestion } from './ingest.ts'
import type { SampleStore } from './store.ts'
import type { ThingNumbers } from './thing-numbers.ts'

/** A call that writes samples of many things. */
export interface ThingsCall extends ThingsFormat {
  /** The number of the organization in the store. */
  readonly organization: number
  readonly body: unknown
  /** `fail`: any fault fails the call. `skip`: the good samples of every thing are stored anyway. */
  readonly onError: 'fail' | 'skip'
  /** Looks up the ids that a call names, in order. */
  readonly find: Find
  /** Creates missing things. Another call may have created them meanwhile. */
  readonly create: (ids: readonly string[]) => Promise<ReadonlyMap<string, CreatedThing>>
}

export interface CreatedThing {
  readonly numbers: ThingNumbers
  /** False if another call created it first. */
  readonly isNew: boolean
}

/**
 * Decodes a body, checks its samples against each thing's metrics and stores the good ones. A missing thing is created
 * if it has good samples. Once it resolves, they are durable and readable. Throws `scope-missing`, `body-too-large` or
 * `invalid-request` with the faults, before anything is stored, or `unavailable`: then some may be stored, and a retry
 * is harmless.
 */
export async function ingestThings(
  { store, decoder }: Ingestion,
  call: ThingsCall,
): Promise<IngestedThings> {
  const bytes = bytesOf(call.body)
  const length = bytes?.length ?? 0
  if (length >= SLICE_OF_BODY) await turnForLongWork()
  const decoded = await (decoder.takes(length) ? decodeApart(decoder, call) : decode(call))
  freeMemory(bytes)
  const { faults, parts } = decoded
  if (isRefused(faults, call.onError)) throw refusalOf(decoded, call)
  const good = parts.filter(({ accepted }) => accepted > 0)
  const created = await createMissing(call, good)
  // Before the write, which detaches the samples.
  const answer = answerOf(call, decoded, created)
  await writeParts(store, good, created)
  return answer
}

async function decode(call: ThingsCall): Promise<DecodedParts> {
  const { body, now, find } = call
  const faults = new Faults()
  const parsed = body instanceof JsonBody ? body.parse() : body
  const reading = await inSlices(readingOf(parsed, call, faults))
  const found = await find(faults.fatal ? [] : [...reading.things])
  const parts = new Parts(found, faults, now)
  if (!faults.fatal) await inSlices(reading.read(parts))
  const { unnamed, passedOver } = parts
  return { faults, unnamed, passedOver, parts: parts.all() }
}

function decodeApart(decoder: Decoder, call: ThingsCall): Promise<DecodedParts> {
  const { organization, form, lines, series, onError, now, find } = call
  const body = bodyToSend(call.body)
  return decoder.many(organization, { body, form, lines, series, onError, now }, find)
}

/** Access faults come before input faults, as in every call. */
function refusalOf({ faults, parts }: DecodedParts, { form }: ThingsCall): Problem {
  const errors = faults.list()
  for (const { found, problem } of parts) {
    if (problem !== 'scope-missing' || !('detail' in found)) continue
    return new Problem('scope-missing', { detail: found.detail, errors })
  }
  // InfluxDB's clients split a batch after this status, and drop it after other refusals.
  if (form === 'lines' && faults.exceeds !== undefined) {
    return new Problem('body-too-large', { detail: `The body ${faults.exceeds}.`, errors })
  }
  return invalidRequest(errors)
}

type Created = ReadonlyMap<string, CreatedThing>

async function createMissing(
  { create }: ThingsCall,
  parts: readonly PartReport[],
): Promise<Created> {
  const ids = parts.flatMap(({ thingId, found }) => ('missing' in found ? [thingId] : []))
  return ids.length === 0 ? new Map() : create(ids)
}

async function writeParts(
  store: Pick<SampleStore, 'write'>,
  parts: readonly PartReport[],
  created: Created,
): Promise<void> {
  const writes = await mapInSlices(parts, ({ thingId, found, samples }) => {
    const numbers = 'thing' in found ? found.thing.numbers : created.get(thingId)?.numbers
    if (!numbers) throw new Error('A thing without a number.')
    // Started in order: of two blocks of a thing, the later one wins.
    const written = Promise.all(samples.map((some) => store.write(numbers, some)))
    // One may reject before the others have started; the error is handled below.
    written.catch(() => {})
    return { written }
  })
  await Promise.all(writes.map(({ written }) => written))
}

function answerOf(
  { form }: ThingsCall,
  { faults, unnamed, passedOver, parts }: DecodedParts,
  created: Created,
): IngestedThings {
  const things = parts.map(({ thingId, accepted, rejected, problem }) => ({
    ...{ thingId, accepted, rejected, problem },
    created: created.get(thingId)?.isNew ?? false,
  }))
  const sum = (of: (thing: (typeof things)[number]) => number) =>
    things.reduce((total, thing) => total + of(thing), 0)
  return {
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected) + unnamed,
    ...(form === 'lines' || form === 'series' ? { passedOver } : {}),
    errors: faults.list(),
    things,
  }
}
