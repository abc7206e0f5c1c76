import type { Ingested } from '@sluice/contract'
import { freeMemory, invalidRequest, turnForLongWork } from '@sluice/runtime'
import type { Decoded, Decoder } from './decode/apart/decoder.ts'
import { bodyToSend, bytesOf, SLICE_OF_BODY } from './decode/apart/sent-body.ts'
import { isRefused } from './decode/faults.ts'
import { readers, type ThingForm } from './decode/forms.ts'
import { compileRules } from './decode/rules.ts'
import type { MeasuredThing } from './measured-thing.ts'
import type { SampleStore } from './store.ts'

/** A call that writes samples of one thing. */
export interface IngestCall {
  readonly form: ThingForm
  readonly body: unknown
  /** `fail`: any bad sample fails the call. `skip`: the good ones are stored anyway. */
  readonly onError: 'fail' | 'skip'
  readonly now: Date
}

/** The destination of samples, and the decoder of long bodies. */
export interface Ingestion {
  readonly store: Pick<SampleStore, 'write'>
  readonly decoder: Decoder
}

/**
 * Decodes a body, checks its samples against the thing's metrics and stores the good ones. Once it resolves, they are
 * durable and readable. Throws `invalid-request` with the faults, or `unavailable`.
 */
export async function ingest(
  { store, decoder }: Ingestion,
  thing: MeasuredThing,
  call: IngestCall,
): Promise<Ingested> {
  const bytes = bytesOf(call.body)
  const length = bytes?.length ?? 0
  if (length >= SLICE_OF_BODY) await turnForLongWork()
  const { samples, faults, rejected } = decoder.takes(length)
    ? await readApart(decoder, thing, call)
    : readHere(thing, call)
  freeMemory(bytes)
  if (isRefused(faults, call.onError)) throw invalidRequest(faults.list())
  const { rows } = samples
  await store.write(thing.numbers, samples)
  return { accepted: rows, rejected, errors: faults.list() }
}

function readHere(thing: MeasuredThing, { form, body, now }: IngestCall): Decoded {
  return readers[form](body, compileRules(thing, now))
}

function readApart(decoder: Decoder, thing: MeasuredThing, { body, ...call }: IngestCall) {
  return decoder.one(thing.numbers.organization, { ...call, body: bodyToSend(body) }, thing)
}
