import type { MeasuredType } from '../../measured-thing.ts'
import { type Faults, shorten } from '../faults.ts'
import { FRAMES_A_YIELD } from '../json/frame-scan.ts'
import { readRemoteWrite, type Series } from '../remote-write/remote-write.ts'
import { type NamedFrame, readFrames } from './frames.ts'
import type { FoundThing, Parts } from './parts.ts'
import { type Reading, ThingIds } from './reading.ts'

/** What the time series of a request become. */
export interface SeriesMapping {
  /** Labels that name a series' thing: the first that it has. */
  readonly thing: readonly string[]
  /** A metric's key, in which `{label}` stands for the value of that label. */
  readonly metric: string
}

interface OpenFrame extends NamedFrame {
  readonly timestamp: number
  readonly values: Record<string, number>
}

interface OtherSeries {
  readonly labels: Series['labels']
  readonly thingId: string
  readonly metric: string
  /** Counted from 0. */
  readonly place: number
  readonly samples: number
}

/**
 * Looks at a body of Prometheus' remote write. Samples of one thing and time become one frame, since a scrape gives all of
 * a target's series the same time.
 */
export function* readingOfSeries(
  body: unknown,
  faults: Faults,
  mapping: SeriesMapping,
): Generator<void, Reading> {
  const gathered = new GatheredSeries(faults, mapping)
  try {
    let place = 0
    for (const series of readRemoteWrite(body instanceof Uint8Array ? body : new Uint8Array())) {
      if (series === undefined) yield
      else {
        if (place % SERIES_A_YIELD === 0) yield
        if (!(yield* gathered.take(series, place))) break
        place += 1
      }
    }
  } catch (error) {
    faults.refuse(`is no request of remote write: ${(error as Error).message}`, 'body')
  }
  return gathered
}

/** Series as large as they may be then take a few milliseconds. */
const SERIES_A_YIELD = 16

class GatheredSeries implements Reading {
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: SeriesMapping
  /** By thing and time: `truck-7@1769860800000`. */
  readonly #frames = new Map<string, OpenFrame>()
  readonly #samples = new Map<string, number>()
  /** By thing and metric: the labels of the series that is stored there. */
  readonly #labels = new Map<string, string>()
  /** Series that would be a metric which another already is. */
  readonly #others: OtherSeries[] = []
  #unnamed = 0

  constructor(faults: Faults, mapping: SeriesMapping) {
    this.#faults = faults
    this.#mapping = mapping
    this.#ids = new ThingIds(faults)
  }

  get things(): ReadonlySet<string> {
    return this.#ids.all
  }

  /** False once the call is about too many things. */
  *take(series: Series, place: number): Generator<void, boolean> {
    const { labels, samples, histograms } = series
    if (histograms > 0) {
      this.#faults.add('is a native histogram, which cannot be stored', 'body', place)
      this.#unnamed += histograms
    }
    if (samples.length === 0) return true
    const thingId = this.#thingOf(labels, place)
    const metric = thingId === undefined ? undefined : this.#metricOf(labels, place)
    if (thingId === undefined || metric === undefined) {
      this.#unnamed += samples.length
      return true
    }
    if (this.#ids.overflow('body')) return false
    if (this.#isAnother(labels, thingId, metric)) {
      this.#others.push({ labels, thingId, metric, place, samples: samples.length })
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

  #frameAt(thingId: string, timestamp: number): OpenFrame {
    const key = `${thingId}@${timestamp}`
    const open = this.#frames.get(key)
    if (open) return open
    // Without a prototype: a metric may be called like anything.
    const frame: OpenFrame = { thingId, timestamp, values: Object.create(null) }
    this.#frames.set(key, frame)
    return frame
  }

  #thingOf(labels: Series['labels'], place: number): string | undefined {
    const { thing } = this.#mapping
    const label = thing.find((name) => labels.has(name))
    if (label === undefined) {
      const detail = () =>
        `${seriesOf(labels)} has no label ${thing.join(' or ')}, which names its thing; say which does by ?thing=`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    const id = labels.get(label)
    return this.#ids.take(id, 'body', place, label) ? id : undefined
  }

  /** Undefined, and a fault, where a label is missing. */
  #metricOf(labels: Series['labels'], place: number): string | undefined {
    const missing: string[] = []
    const metric = this.#mapping.metric.replace(PLACES, (_place, name: string) => {
      const value = labels.get(name)
      if (value === undefined) missing.push(name)
      return value ?? ''
    })
    if (missing.length > 0) {
      const detail = () =>
        `${seriesOf(labels)} has no label ${missing.join(' and ')}, which ?metric= names`
      this.#faults.add(detail, 'body', place)
      return undefined
    }
    return metric
  }

  /** Whether another series of the call is the same metric: then a query could not tell which is which. */
  #isAnother(labels: Series['labels'], thingId: string, metric: string): boolean {
    const key = `${thingId} ${metric}`
    const own = JSON.stringify([...labels])
    const first = this.#labels.get(key) ?? own
    this.#labels.set(key, first)
    return first !== own
  }

  /** Of a metric that the thing does not have, the first series says enough. */
  *#refuseOthers(parts: Parts): Generator<void, void> {
    for (const [i, { labels, thingId, metric, place, samples }] of this.#others.entries()) {
      if (i % SERIES_A_YIELD === 0) yield
      const part = parts.of(thingId)
      const type = part && typeOf(part.found)
      const isKnown = type?.metrics.some(({ key }) => key === metric) ?? false
      if (type?.unknownMetrics === 'ignore' && !isKnown) continue
      part?.drop(samples)
      if (!isKnown) continue
      const detail = () =>
        `${seriesOf(labels)} would be ${metric} of ${thingId}, as another series already is; tell them apart by ?metric=, or drop one by write_relabel_configs`
      this.#faults.add(detail, 'body', place)
    }
  }
}

function typeOf(found: FoundThing): MeasuredType | undefined {
  if ('thing' in found) return found.thing
  return 'missing' in found ? found.missing : undefined
}

const PLACES = /\{(\w+)\}/g

/** As queries of Prometheus name a series. */
function seriesOf(labels: Series['labels']): string {
  const pairs = Array.from(labels, ([name, value]) =>
    name === '__name__' ? [] : [`${name}=${JSON.stringify(value)}`],
  )
  return shorten(`${labels.get('__name__') ?? ''}{${pairs.flat().join(', ')}}`)
}
