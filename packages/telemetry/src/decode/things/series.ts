import { idForm, ingestLimits } from '@sluice/contract'
import { getOrMake } from '@sluice/runtime'
import { nameOfTime } from '../epoch-times.ts'
import { type Faults, shorten } from '../faults.ts'
import type { MadeFrame } from '../json/frames.ts'
import { type Labels, LONGEST_PART } from '../mapping/expression.ts'
import { type Mapping, unmappedDetail } from '../mapping/mapping.ts'
import { Identities } from '../series/identity.ts'
import { readOtlpJson } from '../series/otlp-json.ts'
import { readOtlpProtobuf } from '../series/otlp-protobuf.ts'
import { readRemoteWrite } from '../series/remote-write.ts'
import type { Refused, Series, SeriesLabels } from '../series/series.ts'
import { FRAMES_PER_YIELD, readFrames } from './frames.ts'
import { type OtherSample, refuseOthers } from './other-samples.ts'
import type { Parts } from './parts.ts'
import { type Reading, ThingIds } from './reading.ts'

/** The readers of protocols whose requests hold time series. */
const readers = {
  'remote-write': (body: unknown) => readRemoteWrite(bytesIn(body)),
  otlp: (body: unknown) =>
    body instanceof Uint8Array || body === undefined
      ? readOtlpProtobuf(bytesIn(body))
      : readOtlpJson(body),
} as const

function bytesIn(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array()
}

/** What the protocol calls a label. */
const nouns = { 'remote-write': 'label', otlp: 'attribute' } as const

/** How the time series of a request are mapped. */
export interface SeriesMapping {
  readonly protocol: keyof typeof readers
  readonly mapping: Mapping
}

/** What a request sends for one thing. */
interface OfThing {
  readonly thingId: string
  samples: number
  /** The frame used last; most things have no other. */
  frame: MadeFrame | undefined
  /** All frames by time, once there are two. */
  frames: Map<number, MadeFrame> | undefined
  /** By metric, the series that is stored as it. */
  readonly stored: Map<string, StoredSeries>
}

interface StoredSeries {
  readonly labels: SeriesLabels
  /** Computed once there is another series to compare with. */
  identity?: string
}

/**
 * Scans a body of time series. Samples of the same thing and time become one frame, since collectors give all samples
 * of a scrape the same time.
 */
export function* readingOfSeries(
  body: unknown,
  faults: Faults,
  mapping: SeriesMapping,
): Generator<void, Reading> {
  const gathered = new GatheredSeries(faults, mapping)
  try {
    let [place, taken] = [0, 0]
    for (const series of readers[mapping.protocol](body)) {
      if (series === undefined) yield
      else {
        if (mapping.mapping.selects || taken++ % SERIES_PER_YIELD === 0) yield
        yield* gathered.take(series, place)
        place += 1
      }
    }
  } catch (error) {
    faults.refuse(`cannot be read: ${(error as Error).message}`, 'body')
  }
  return gathered
}

/** A few milliseconds for series of the greatest size. A mapping that selects may need as long for one. */
const SERIES_PER_YIELD = 16

class GatheredSeries implements Reading {
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: Mapping
  readonly #identities: Identities
  readonly #noun: string
  readonly #things = new Map<string, OfThing>()
  /** The thing of the series before: series of a thing mostly follow one another. */
  #last: OfThing | undefined
  /** In order of first use. */
  readonly #frames: MadeFrame[] = []
  /** Series whose metric is taken by another series. */
  readonly #others: OtherSample[] = []
  /** The last that was a fault. */
  #refused: Refused | undefined
  #unnamed = 0
  #dropped = 0

  constructor(faults: Faults, { mapping, protocol }: SeriesMapping) {
    this.#faults = faults
    this.#mapping = mapping
    this.#identities = new Identities(mapping)
    this.#noun = nouns[protocol]
    this.#ids = new ThingIds(faults)
  }

  get things(): ReadonlySet<string> {
    return this.#ids.all
  }

  *take(series: Series, place: number): Generator<void, void> {
    const { labels, samples, refused, isUnread = false, passedOver = 0 } = series
    this.#dropped += passedOver
    const { label } = labels
    if (!isUnread && this.#mapping.dropOf(label)) {
      this.#dropped += samples.length + (refused?.count ?? 0)
      return
    }
    if (refused) this.#refuse(labels, refused, place)
    if (samples.length === 0) return
    const thingId = this.#thingOf(labels, label, place)
    const made = thingId === undefined ? undefined : this.#metricOf(labels, label, place)
    if (thingId === undefined || made === undefined) {
      this.#unnamed += samples.length
      return
    }
    const metric = this.#mapping.keyOf(made)
    const thing = this.#ofThing(thingId)
    if (this.#isAnother(labels, thing, metric)) {
      const [text, count] = [shorten(labels.text), samples.length]
      this.#others.push({ thingId, metric, path: [place], text, count })
      return
    }
    let taken = 0
    for (const { value, micros } of samples) {
      if (taken++ % FRAMES_PER_YIELD === FRAMES_PER_YIELD - 1) yield
      const { values } = this.#frameAt(thing, micros)
      const before = values.size
      values.set(metric, this.#mapping.valueOf(made, value))
      // If a time occurs twice, the last value counts.
      if (values.size === before) this.#dropped += 1
    }
    thing.samples += samples.length
  }

  *read(parts: Parts): Generator<void, void> {
    const [frames, unnamed] = [framesOf(this.#frames), this.#unnamed]
    const samplesOf = (thingId: string) => this.#things.get(thingId)?.samples ?? 0
    yield* readFrames(parts, { at: ['body'], frames, samplesOf, unnamed })
    yield* refuseOthers(this.#others, parts)
    parts.dropped += this.#dropped
  }

  #refuse(labels: SeriesLabels, refused: Refused, place: number): void {
    this.#unnamed += refused.count
    if (refused === this.#refused) return
    this.#refused = refused
    this.#faults.add(() => `${shorten(labels.text)} ${refused.what}`, 'body', place)
  }

  #ofThing(thingId: string): OfThing {
    if (this.#last?.thingId !== thingId) {
      this.#last = getOrMake(this.#things, thingId, () => {
        return { thingId, samples: 0, frame: undefined, frames: undefined, stored: new Map() }
      })
    }
    return this.#last
  }

  #frameAt(thing: OfThing, micros: number): MadeFrame {
    const { thingId, frame: last } = thing
    if (Number.isNaN(micros)) return this.#frameWithoutTime(thingId)
    if (last?.micros === micros) return last
    if (last && !thing.frames) thing.frames = new Map([[last.micros, last]])
    const known = thing.frames?.get(micros)
    const frame = known ?? { thingId, micros, values: new Map() }
    thing.frame = frame
    if (known) return known
    thing.frames?.set(micros, frame)
    this.#frames.push(frame)
    return frame
  }

  /** Not shared: without times, no sample can be told to replace another, so each is rejected. */
  #frameWithoutTime(thingId: string): MadeFrame {
    const frame = { thingId, micros: Number.NaN, values: new Map() }
    this.#frames.push(frame)
    return frame
  }

  #thingOf(labels: SeriesLabels, label: Labels, place: number): string | undefined {
    const { thing } = this.#mapping
    const id = thing.textOf(label)
    if (id !== undefined) {
      if (this.#ids.all.has(id)) return id
      const isId = idForm.test(id)
      if (isId && this.#ids.areFull) return this.#beyond(labels, id, place)
      const names = isId ? [] : (thing.chosenBy(label)?.labels ?? [])
      return this.#ids.take(id, 'body', place, ...names) ? id : undefined
    }
    const detail = () =>
      `${shorten(labels.text)} has no ${this.#noun} ${thing.lackedBy(label)}, which names its thing; say which does by ?thing= or a mapping`
    this.#faults.add(detail, 'body', place)
    return undefined
  }

  /** Clients cannot split such a request, so a thing beyond the limit costs only its own samples. */
  #beyond(labels: SeriesLabels, id: string, place: number): undefined {
    const detail = () =>
      `${shorten(labels.text)} is of ${id}, and a request is about at most ${ingestLimits.things} things; send fewer at a time`
    this.#faults.add(detail, 'body', place)
  }

  /** Undefined, with a fault, if a label is missing, too long or unmapped. */
  #metricOf(labels: SeriesLabels, label: Labels, place: number): string | undefined {
    const { metric, isStrict } = this.#mapping
    const text = metric.textOf(label)
    if (text === undefined) {
      const detail = () =>
        `${shorten(labels.text)} has no ${this.#noun} ${metric.lackedBy(label)} of 1 to ${LONGEST_PART} characters, which names its metric`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    if (!isStrict) return text
    const unmapped = this.#mapping.unmapped(labels.names(), label)
    if (unmapped.length === 0) return text
    this.#faults.add(
      () => `${shorten(labels.text)} ${unmappedDetail(unmapped)}`,
      ...['body', place],
    )
    return undefined
  }

  /** Whether another series of the call is stored as the same metric: queries could not tell them apart. */
  #isAnother(labels: SeriesLabels, { stored }: OfThing, metric: string): boolean {
    const first = stored.get(metric)
    if (first) {
      first.identity ??= this.#identities.of(first.labels.identity)
      return first.identity !== this.#identities.of(labels.identity)
    }
    stored.set(metric, { labels })
    return false
  }
}

/** Each with its place: `truck-7@1769860800000`. */
function* framesOf(frames: readonly MadeFrame[]): Generator<readonly [string, MadeFrame], void> {
  for (const frame of frames) yield [`${frame.thingId}@${nameOfTime(frame.micros)}`, frame]
}
