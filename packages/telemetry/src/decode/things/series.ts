import { idForm } from '@sluice/contract'
import { type Faults, shorten } from '../faults.ts'
import { FRAMES_A_YIELD } from '../json/frame-scan.ts'
import { LONGEST_PART } from '../mapping/expression.ts'
import { type Mapping, unmappedDetail } from '../mapping/mapping.ts'
import { readOtlpJson } from '../series/otlp-json.ts'
import { readOtlpProtobuf } from '../series/otlp-protobuf.ts'
import { readRemoteWrite } from '../series/remote-write.ts'
import type { Series } from '../series/series.ts'
import { type NamedFrame, readFrames } from './frames.ts'
import { type OtherSample, refuseOthers } from './other-samples.ts'
import type { Parts } from './parts.ts'
import { type Reading, ThingIds } from './reading.ts'

/** The protocols whose requests hold time series. */
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

/** What names something of a series. */
const nouns = { 'remote-write': 'label', otlp: 'attribute' } as const

/** What the time series of a request become. */
export interface SeriesMapping {
  readonly protocol: keyof typeof readers
  readonly mapping: Mapping
}

interface OpenFrame extends NamedFrame {
  readonly timestamp: number | string
  readonly values: Record<string, unknown>
}

/**
 * Looks at a body of time series. Samples of one thing and time become one frame, since a collector gives all that it reads
 * at once the same time.
 */
export function* readingOfSeries(
  body: unknown,
  faults: Faults,
  mapping: SeriesMapping,
): Generator<void, Reading> {
  const gathered = new GatheredSeries(faults, mapping)
  try {
    let place = 0
    for (const series of readers[mapping.protocol](body)) {
      if (series === undefined) yield
      else {
        if (place % SERIES_A_YIELD === 0) yield
        if (!(yield* gathered.take(series, place))) break
        place += 1
      }
    }
  } catch (error) {
    faults.refuse(`cannot be read: ${(error as Error).message}`, 'body')
  }
  return gathered
}

/** Series as large as they may be then take a few milliseconds. */
const SERIES_A_YIELD = 16

class GatheredSeries implements Reading {
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: Mapping
  readonly #noun: string
  /** By thing and time: `truck-7@1769860800000`. */
  readonly #frames = new Map<string, OpenFrame>()
  readonly #samples = new Map<string, number>()
  /** By thing and metric: which series is stored there. */
  readonly #stored = new Map<string, string>()
  /** Series that would be a metric which another already is. */
  readonly #others: OtherSample[] = []
  #unnamed = 0

  constructor(faults: Faults, { mapping, protocol }: SeriesMapping) {
    this.#faults = faults
    this.#mapping = mapping
    this.#noun = nouns[protocol]
    this.#ids = new ThingIds(faults)
  }

  get things(): ReadonlySet<string> {
    return this.#ids.all
  }

  /** False once the call is about too many things. */
  *take(series: Series, place: number): Generator<void, boolean> {
    const { samples, refused } = series
    if (refused) {
      this.#faults.add(() => `${shorten(series.text)} ${refused.what}`, 'body', place)
      this.#unnamed += refused.count
    }
    if (samples.length === 0) return true
    if (this.#mapping.dropOf(series.label)) return true
    const thingId = this.#thingOf(series, place)
    const made = thingId === undefined ? undefined : this.#metricOf(series, place)
    if (thingId === undefined || made === undefined) {
      this.#unnamed += samples.length
      return true
    }
    if (this.#ids.overflow('body')) return false
    const metric = this.#mapping.keyOf(made)
    if (this.#isAnother(series, thingId, metric)) {
      const [text, count] = [shorten(series.text), samples.length]
      this.#others.push({ thingId, metric, path: [place], text, count })
      return true
    }
    for (const [i, { value, time }] of samples.entries()) {
      if (i % FRAMES_A_YIELD === FRAMES_A_YIELD - 1) yield
      this.#frameAt(thingId, time).values[metric] = this.#mapping.valueOf(made, value)
    }
    this.#samples.set(thingId, (this.#samples.get(thingId) ?? 0) + samples.length)
    return true
  }

  *read(parts: Parts): Generator<void, void> {
    const [frames, samples, unnamed] = [this.#frames, this.#samples, this.#unnamed]
    yield* readFrames(parts, { at: ['body'], frames, samples, unnamed })
    yield* refuseOthers(this.#others, parts)
  }

  #frameAt(thingId: string, timestamp: OpenFrame['timestamp']): OpenFrame {
    const key = `${thingId}@${timestamp}`
    const open = this.#frames.get(key)
    if (open) return open
    // Without a prototype: a metric may be called like anything.
    const frame: OpenFrame = { thingId, timestamp, values: Object.create(null) }
    this.#frames.set(key, frame)
    return frame
  }

  #thingOf(series: Series, place: number): string | undefined {
    const { thing } = this.#mapping
    const id = thing.textOf(series.label)
    if (id !== undefined) {
      const labels = idForm.test(id) ? [] : (thing.chosenBy(series.label)?.labels ?? [])
      return this.#ids.take(id, 'body', place, ...labels) ? id : undefined
    }
    const detail = () =>
      `${shorten(series.text)} has no ${this.#noun} ${thing.lackedBy(series.label)}, which names its thing; say which does by ?thing= or a mapping`
    this.#faults.add(detail, 'body', place)
    return undefined
  }

  /** Undefined, and a fault, where a label is missing or too long, or one is not mapped. */
  #metricOf(series: Series, place: number): string | undefined {
    const { metric, isStrict } = this.#mapping
    const text = metric.textOf(series.label)
    if (text === undefined) {
      const detail = () =>
        `${shorten(series.text)} has no ${this.#noun} ${metric.lackedBy(series.label)} of 1 to ${LONGEST_PART} characters, which names its metric`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    if (!isStrict) return text
    const unmapped = this.#mapping.unmapped(series.names(), series.label)
    if (unmapped.length === 0) return text
    this.#faults.add(
      () => `${shorten(series.text)} ${unmappedDetail(unmapped)}`,
      ...['body', place],
    )
    return undefined
  }

  /** Whether another series of the call is the same metric: then a query could not tell which is which. */
  #isAnother(series: Series, thingId: string, metric: string): boolean {
    const key = `${thingId} ${metric}`
    const identity = identityOf(series, this.#mapping)
    const first = this.#stored.get(key) ?? identity
    this.#stored.set(key, first)
    return first !== identity
  }
}

/** Different for series that a mapping does not take for one. */
export function identityOf(series: Series, mapping: Mapping): string {
  if (!mapping.ignoresLabels) return series.identity
  const names = [...mapping.telling(series.names())].sort()
  return JSON.stringify(names.map((name) => [name, series.label(name)]))
}
