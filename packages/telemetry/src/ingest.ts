import type { Ingested } from '@sluice/contract'
import {
  fairQueue,
  freeMemory,
  inSlices,
  invalidRequest,
  JsonBody,
  Problem,
  turnForLongWork,
} from '@sluice/runtime'
import { arrowOf, readArrow } from './decode/arrow/arrow.ts'
import { readColumns, readLongColumns } from './decode/columns/columns.ts'
import type { Intake } from './decode/intake.ts'
import { readFrames, readLongFrames } from './decode/json/frames.ts'
import { compileRules, type Rules } from './decode/rules.ts'
import type { MeasuredThing } from './measured-thing.ts'
import type { SampleStore } from './store.ts'

const forms = { frames: readFrames, columns: readColumns, arrow: readArrow } as const

/** Samples of one thing on their way in. */
export interface IngestCall {
  readonly form: keyof typeof forms
  readonly body: unknown
  /** `fail`: any bad sample fails the call. `skip`: the good ones are stored all the same. */
  readonly onError: 'fail' | 'skip'
  readonly now: Date
}

/** Bytes from which on a body takes a tenth of a millisecond or more to read. */
const LONG_BODY = 16 * 1024
/** Bytes from which on it may take tens of milliseconds, and is read in slices. */
const SLICED_BODY = 256 * 1024

/**
 * Bodies that are read in slices at once, at most one of an organization while others wait: of 16 MiB, one becomes up to
 * 130 MiB of objects until its samples are taken from it.
 */
const decoding = fairQueue({ slots: 2, longest: 64, patience: 20_000, refusal: crowded })

function crowded(): Problem {
  const detail = 'Too many large bodies of your organization are under way. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}

/**
 * Decodes a body, checks its samples against the thing's metrics and stores the good ones. The answer means stored and
 * readable. Throws `invalid-request` with the faults, or `unavailable`.
 */
export async function ingest(
  store: Pick<SampleStore, 'write'>,
  thing: MeasuredThing,
  { form, body, onError, now }: IngestCall,
): Promise<Ingested> {
  const bytes = bytesOf(body)
  if (bytes && bytes.length >= LONG_BODY) await turnForLongWork()
  const rules = compileRules(thing, now)
  const isLong = bytes !== undefined && bytes.length > SLICED_BODY
  const { samples, faults, rejected } = isLong
    ? await decoding.run(String(thing.numbers.organization), () => readInSlices(form, body, rules))
    : forms[form](body, rules)
  freeMemory(bytes)
  if (faults.count > 0 && (faults.fatal || onError === 'fail')) throw invalidRequest(faults.list())
  const { rows } = samples
  await store.write(thing.numbers, samples)
  return { accepted: rows, rejected, errors: faults.list() }
}

function readInSlices(form: IngestCall['form'], body: unknown, rules: Rules): Promise<Intake> {
  if (!(body instanceof JsonBody)) return inSlices(arrowOf(body, rules))
  return form === 'frames' ? readLongFrames(body, rules) : readLongColumns(body, rules)
}

/** Of a body that is not parsed yet. */
function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof JsonBody) return body.bytes
  return body instanceof Uint8Array ? body : undefined
}
