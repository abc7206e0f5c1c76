import { callLimits, type IngestedThings } from '@sluice/contract'
import {
  freeMemory,
  inSlices,
  invalidRequest,
  JsonBody,
  mapInSlices,
  Problem,
  turnForLongWork,
} from '@sluice/runtime'
import { bulkBounds, flatBounds } from './decode/bulk-bounds.ts'
import { Faults } from './decode/faults.ts'
import { bytesOf, decodeLong, LONG_BODY, SLICED_BODY } from './decode/long-bodies.ts'
import { mappingBy } from './decode/mapping/mapping.ts'
import { readingOfArrow } from './decode/things/arrow.ts'
import { readingOfColumns } from './decode/things/columns.ts'
import { readingOfFrames } from './decode/things/frames.ts'
import { type LineMapping, readingOfLines } from './decode/things/lines.ts'
import { type FoundThing, type Part, Parts } from './decode/things/parts.ts'
import { readingOfSeries, type SeriesMapping } from './decode/things/series.ts'
import type { SampleStore } from './store.ts'
import type { ThingNumbers } from './thing-numbers.ts'

const forms = {
  frames: (body: unknown, faults: Faults) => readingOfFrames(body, faults),
  columns: (body: unknown, faults: Faults) => readingOfColumns(body, faults),
  arrow: (body: unknown, faults: Faults) => readingOfArrow(body, faults),
  lines: (body: unknown, faults: Faults, { lines = plainLines, now }: ThingsCall) =>
    readingOfLines(body, faults, lines, now),
  series: (body: unknown, faults: Faults, { series = plainSeries }: ThingsCall) =>
    readingOfSeries(body, faults, series),
} as const

const plainLines: LineMapping = { precision: 'ns', mapping: mappingBy('thing', '{field}') }
const plainSeries: SeriesMapping = {
  protocol: 'remote-write',
  mapping: mappingBy('thing', '{__name__}'),
}

/** Samples of many things of an organization on their way in. */
export interface ThingsCall {
  /** The organization, as the store numbers it. */
  readonly organization: number
  readonly form: keyof typeof forms
  readonly body: unknown
  /** Of the form `lines`. */
  readonly lines?: LineMapping
  /** Of the form `series`. */
  readonly series?: SeriesMapping
  /** `fail`: anything bad fails the call. `skip`: the good samples of every thing are stored all the same. */
  readonly onError: 'fail' | 'skip'
  readonly now: Date
  /** What the ids that a call names are, in their order. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, FoundThing>>
  /** Creates those that were missing; another call may have done so meanwhile. */
  readonly create: (ids: readonly string[]) => Promise<ReadonlyMap<string, CreatedThing>>
}

export interface CreatedThing {
  readonly numbers: ThingNumbers
  /** False where another call was first. */
  readonly isNew: boolean
}

/**
 * Decodes a body, checks its samples against each thing's metrics and stores the good ones; a missing thing is created once
 * it is to have some. The answer means stored and readable. Throws `scope-missing` or `invalid-request` with the faults,
 * before anything is stored, or `unavailable`: then some of it may be, and a retry is harmless.
 */
export async function ingestThings(
  store: Pick<SampleStore, 'write'>,
  call: ThingsCall,
): Promise<IngestedThings> {
  const bytes = bytesOf(call.body)
  const length = bytes?.length ?? 0
  if (length >= LONG_BODY) await turnForLongWork()
  const parts = await (length > SLICED_BODY
    ? decodeLong(call.organization, () => decodeSorted(call))
    : decode(call))
  freeMemory(bytes)
  const { faults } = parts
  const all = parts.all()
  if (faults.count > 0 && (faults.fatal || call.onError === 'fail')) throw refusalOf(faults, all)
  const good = all.filter(({ accepted }) => accepted > 0)
  const created = await createMissing(call, good)
  // Before the samples are written: they are gone then.
  const answer = answerOf(parts, all, created)
  await writeParts(store, good, created)
  return answer
}

async function decode(call: ThingsCall): Promise<Parts> {
  const { form, body, now, find } = call
  const faults = new Faults()
  const parsed = body instanceof JsonBody ? await parse(body, form) : body
  const reading = await inSlices(forms[form](parsed, faults, call))
  const found = await find(faults.fatal ? [] : [...reading.things])
  const parts = new Parts(found, faults, now)
  if (!faults.fatal) await inSlices(reading.read(parts))
  return parts
}

async function decodeSorted(call: ThingsCall): Promise<Parts> {
  const parts = await decode(call)
  for (const { intakes } of parts.all()) {
    for (const { samples } of intakes) await inSlices(samples.sortByMetric())
  }
  return parts
}

/** Bytes of a body that is parsed at once: a gateway's. The reader in slices takes ten times as long. */
const PARSED_AT_ONCE = 128 * 1024

/** OTLP has its points at the tenth level, and attributes below that hold lists of lists. */
const seriesBounds = { ...bulkBounds, depth: callLimits.depth }
const boundsOf = (form: ThingsCall['form']) => {
  if (form === 'series') return seriesBounds
  return form === 'frames' ? flatBounds : bulkBounds
}

function parse(body: JsonBody, form: ThingsCall['form']): unknown {
  if (body.bytes.length < PARSED_AT_ONCE) return body.parse()
  return body.parseInSlices(boundsOf(form))
}

/** Access is judged before input, as in every call. */
function refusalOf(faults: Faults, parts: readonly Part[]): Problem {
  const errors = faults.list()
  for (const { found, problem } of parts) {
    if (problem !== 'scope-missing' || !('detail' in found)) continue
    return new Problem('scope-missing', { detail: found.detail, errors })
  }
  return invalidRequest(errors)
}

type Created = ReadonlyMap<string, CreatedThing>

async function createMissing({ create }: ThingsCall, parts: readonly Part[]): Promise<Created> {
  const ids = parts.flatMap(({ thingId, found }) => ('missing' in found ? [thingId] : []))
  return ids.length === 0 ? new Map() : create(ids)
}

async function writeParts(
  store: Pick<SampleStore, 'write'>,
  parts: readonly Part[],
  created: Created,
): Promise<void> {
  const writes = await mapInSlices(parts, ({ thingId, found, intakes }) => {
    const numbers = 'thing' in found ? found.thing.numbers : created.get(thingId)?.numbers
    if (!numbers) throw new Error('A thing without a number.')
    // Begun in their order: of two blocks of a thing the later one counts.
    const written = Promise.all(intakes.map(({ samples }) => store.write(numbers, samples)))
    // One may fail while others are yet to begin; it is reported below.
    written.catch(() => {})
    return { written }
  })
  await Promise.all(writes.map(({ written }) => written))
}

function answerOf(parts: Parts, all: readonly Part[], created: Created): IngestedThings {
  const things = all.map(({ thingId, accepted, rejected, problem }) => ({
    ...{ thingId, accepted, rejected, problem },
    created: created.get(thingId)?.isNew ?? false,
  }))
  const sum = (of: (thing: (typeof things)[number]) => number) =>
    things.reduce((total, thing) => total + of(thing), 0)
  return {
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected) + parts.unnamed,
    errors: parts.faults.list(),
    things,
  }
}
