import type { MeasuredType } from '../../measured-thing.ts'
import { type Faults, shorten } from '../faults.ts'
import { FRAMES_A_YIELD } from '../json/frame-scan.ts'
import { readOtlpJson } from '../series/otlp-json.ts'
import { readOtlpProtobuf } from '../series/otlp-protobuf.ts'
import { readRemoteWrite } from '../series/remote-write.ts'
import type { Series } from '../series/series.ts'
import { type NamedFrame, readFrames } from './frames.ts'
import type { FoundThing, Parts } from './parts.ts'
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
  /** Labels, or attributes, that name a series' thing: the first that it has. */
  readonly thing: readonly string[]
  /** A metric's key, in which `{label}` stands for the value of that label. */
  readonly metric: string
}

interface OpenFrame extends NamedFrame {
  readonly timestamp: number | string
  readonly values: Record<string, unknown>
}

interface OtherSeries {
  readonly series: Series
  readonly thingId: string
  readonly metric: string
  /** Counted from 0. */
  readonly place: number
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

/** UTF-16 units of a label that becomes part of a metric's key. */
const LONGEST_PART = 256

/** Series as large as they may be then take a few milliseconds. */
const SERIES_A_YIELD = 16

class GatheredSeries implements Reading {
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: SeriesMapping
  /** By thing and time: `truck-7@1769860800000`. */
  readonly #frames = new Map<string, OpenFrame>()
  readonly #samples = new Map<string, number>()
  /** By thing and metric: which series is stored there. */
  readonly #stored = new Map<string, string>()
  /** Series that would be a metric which another already is. */
  readonly #others: OtherSeries[] = []
  #unnamed = 0

  constructor(faults: Faults, mapping: SeriesMapping) {
    this.#faults = faults
    this.#mapping = mapping
    this.#ids = new ThingIds(faults)
  }

  get #noun(): string {
    return nouns[this.#mapping.protocol]
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
    const thingId = this.#thingOf(series, place)
    const metric = thingId === undefined ? undefined : this.#metricOf(series, place)
    if (thingId === undefined || metric === undefined) {
      this.#unnamed += samples.length
      return true
    }
    if (this.#ids.overflow('body')) return false
    if (this.#isAnother(series, thingId, metric)) {
      this.#others.push({ series, thingId, metric, place })
      return true
    }
    for (const [i, { value, time }] of samples.entries()) {
      if (i % FRAMES_A_YIELD === FRAMES_A_YIELD - 1) yield
      this.#frameAt(thingId, time).values[metric] = value
    }
    this.#samples.set(thingId, (this.#samples.get(thingId) ?? 0) + samples.length)
    return true
  }

  *read(parts: Parts): Generator<void, void> {
    const [frames, samples, unnamed] = [this.#frames, this.#samples, this.#unnamed]
    yield* readFrames(parts, { at: ['body'], frames, samples, unnamed })
    yield* this.#refuseOthers(parts)
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
    const label = thing.find((name) => series.label(name) !== undefined)
    if (label === undefined) {
      const detail = () =>
        `${shorten(series.text)} has no ${this.#noun} ${thing.join(' or ')}, which names its thing; say which does by ?thing=`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    const id = series.label(label)
    return this.#ids.take(id, 'body', place, label) ? id : undefined
  }

  /** Undefined, and a fault, where a label is missing or too long. */
  #metricOf(series: Series, place: number): string | undefined {
    const unusable: string[] = []
    const metric = this.#mapping.metric.replace(PLACES, (_place, name: string) => {
      const value = series.label(name) ?? ''
      if (value.length > 0 && value.length <= LONGEST_PART) return value
      unusable.push(name)
      return ''
    })
    if (unusable.length > 0) {
      const detail = () =>
        `${shorten(series.text)} has no ${this.#noun} ${unusable.join(' and ')} of 1 to ${LONGEST_PART} characters, which ?metric= names`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    return metric
  }

  /** Whether another series of the call is the same metric: then a query could not tell which is which. */
  #isAnother({ identity }: Series, thingId: string, metric: string): boolean {
    const key = `${thingId} ${metric}`
    const first = this.#stored.get(key) ?? identity
    this.#stored.set(key, first)
    return first !== identity
  }

  /** Of a metric that the thing does not have, the first series says enough. */
  *#refuseOthers(parts: Parts): Generator<void, void> {
    for (const [i, { series, thingId, metric, place }] of this.#others.entries()) {
      if (i % SERIES_A_YIELD === 0) yield
      const part = parts.of(thingId)
      const type = part && typeOf(part.found)
      const isKnown = type?.metrics.some(({ key }) => key === metric) ?? false
      if (type?.unknownMetrics === 'ignore' && !isKnown) continue
      part?.drop(series.samples.length)
      if (!isKnown) continue
      const detail = () =>
        `${shorten(series.text)} would be ${metric} of ${thingId}, as another series already is; tell them apart by ?metric=, or send only one`
      this.#faults.add(detail, 'body', place)
    }
  }
}

function typeOf(found: FoundThing): MeasuredType | undefined {
  if ('thing' in found) return found.thing
  return 'missing' in found ? found.missing : undefined
}

const PLACES = /\{([\w.-]+)\}/g
