import type { Ingested } from '@sluice/contract'
import { freeMemory, inSlices, invalidRequest, JsonBody, turnForLongWork } from '@sluice/runtime'
import { arrowOf, readArrow } from './decode/arrow/arrow.ts'
import { readColumns, readLongColumns } from './decode/columns/columns.ts'
import type { Intake } from './decode/intake.ts'
import { readFrames, readLongFrames } from './decode/json/frames.ts'
import { bytesOf, decodeLong, LONG_BODY, SLICED_BODY } from './decode/long-bodies.ts'
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

/**
 * Decodes a body, checks its samples against the thing's metrics and stores the good ones. The answer means stored and
 * readable. Throws `invalid-request` with the faults, or `unavailable`.
 */
export async function ingest(
  store: Pick<SampleStore, 'write'>,
  thing: MeasuredThing,
  call: IngestCall,
): Promise<Ingested> {
  const bytes = bytesOf(call.body)
  const length = bytes?.length ?? 0
  const { samples, faults, rejected } =
    length < LONG_BODY ? readAtOnce(thing, call) : await readLong(thing, call, length)
  freeMemory(bytes)
  const isRefused = faults.fatal || call.onError === 'fail'
  if (faults.count > 0 && isRefused) throw invalidRequest(faults.list())
  const { rows } = samples
  await store.write(thing.numbers, samples)
  return { accepted: rows, rejected, errors: faults.list() }
}

function readAtOnce(thing: MeasuredThing, { form, body, now }: IngestCall): Intake {
  return forms[form](body, compileRules(thing, now))
}

async function readLong(thing: MeasuredThing, call: IngestCall, length: number): Promise<Intake> {
  await turnForLongWork()
  if (length <= SLICED_BODY) return readAtOnce(thing, call)
  const rules = compileRules(thing, call.now)
  return decodeLong(thing.numbers.organization, async () => {
    const intake = await readInSlices(call.form, call.body, rules)
    await inSlices(intake.samples.sortByMetric())
    return intake
  })
}

function readInSlices(form: IngestCall['form'], body: unknown, rules: Rules): Promise<Intake> {
  if (!(body instanceof JsonBody)) return inSlices(arrowOf(body, rules))
  return form === 'frames' ? readLongFrames(body, rules) : readLongColumns(body, rules)
}
