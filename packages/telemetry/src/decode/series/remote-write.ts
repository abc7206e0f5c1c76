import { WireType } from '@bufbuild/protobuf/wire'
import type { LabelName, Labels } from '../mapping/expression.ts'
import type { Identity } from './identity.ts'
import { MessageReader } from './messages.ts'
import { namesOfLabels, textOfLabels, traitsOfLabels } from './prometheus-labels.ts'
import {
  isTooLong,
  type Series,
  type SeriesLabels,
  type SeriesSample,
  tooLong,
  unreadSeries,
} from './series.ts'

/** Most names and values of a series' labels, which are read without yielding. */
const MAX_LABEL_TEXTS = 256
/** Most samples of a series, which are read without yielding; Prometheus sends one or a few. */
const MAX_SAMPLES = 10_000

/** Most series, symbols and metadata entries of a request. */
const MAX_MESSAGES = 200_000
/** A reader yields after this many messages. */
const MESSAGES_PER_YIELD = 500

/** Field numbers of the two versions of a request, which do not overlap. */
const V1 = { series: 1 } as const
const V2 = { symbols: 4, series: 5 } as const

/**
 * Reads the series of a request in either version of Prometheus' remote write ({@link
 * https://prometheus.io/docs/specs/prw/remote_write_spec/}, {@link
 * https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/}). Skips metadata, exemplars and numbers that are not
 * finite, which include staleness markers (a NaN). Yields undefined now and then. Throws if the bytes are no such
 * request.
 */
export function* readRemoteWrite(bytes: Uint8Array): Generator<Series | undefined, void> {
  const reader = new MessageReader(bytes)
  const symbols: string[] = []
  const later: number[] = []
  let messages = 0
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    messages += 1
    if (messages > MAX_MESSAGES) throw new Error(`it has over ${MAX_MESSAGES} series and symbols`)
    if (messages % MESSAGES_PER_YIELD === 0) {
      yield
      reader.turned()
    }
    if (type !== WireType.LengthDelimited) reader.skip(type, field)
    else if (field === V2.symbols) symbols.push(reader.string())
    else if (field === V1.series) yield yield* readSeries(reader, ofVersion1)
    else {
      if (field === V2.series) later.push(reader.pos)
      reader.skip(type, field)
    }
  }
  // Symbols may come after the series that refer to them.
  for (const at of later) {
    reader.pos = at
    yield yield* readSeries(reader, (reader, series, field) =>
      ofVersion2(reader, series, field, symbols),
    )
  }
}

interface SeriesBeingRead {
  readonly texts: string[]
  readonly samples: SeriesSample[]
  /** Samples beyond the limit. */
  more: number
  /** Samples whose numbers are not finite. */
  passedOver: number
  histograms: number
}

/** Reads a field of a series; returns false for a field that is to be skipped. */
type ReadField = (reader: MessageReader, series: SeriesBeingRead, field: number) => boolean

function* readSeries(reader: MessageReader, readField: ReadField): Generator<undefined, Series> {
  const series: SeriesBeingRead = { texts: [], samples: [], more: 0, passedOver: 0, histograms: 0 }
  reader.turned()
  const end = reader.end()
  let fields = 0
  while (reader.pos < end) {
    if (++fields % MAX_SAMPLES === 0) {
      yield
      reader.turned()
    }
    const [field, type] = reader.tag()
    if (type !== WireType.LengthDelimited || !readField(reader, series, field)) {
      reader.skip(type, field)
    }
  }
  reader.close(end)
  return seriesOf(series)
}

function seriesOf(series: SeriesBeingRead): Series {
  const { texts, samples, more, passedOver, histograms } = series
  const count = samples.length + more + histograms
  const fault = faultOf(texts)
  if (fault) return { ...unreadSeries('The series', { what: fault, count }), passedOver }
  const labels = new WrittenLabels(texts)
  if (more > 0) {
    const what = `has over ${MAX_SAMPLES} samples`
    return { labels, samples: [], refused: { what, count }, passedOver }
  }
  const what = 'is a native histogram, which cannot be stored'
  const refused = histograms > 0 ? { what, count: histograms } : undefined
  return { labels, samples, refused, passedOver }
}

/** Why the labels of a series cannot be read. */
function faultOf(texts: readonly string[]): string | undefined {
  if (texts.length > MAX_LABEL_TEXTS) return `has over ${MAX_LABEL_TEXTS / 2} labels`
  return isTooLong(texts) ? tooLong : undefined
}

/** From this many label texts on, labels are looked up in a map. */
const MANY_TEXTS = 32

class WrittenLabels implements SeriesLabels {
  /** Names and values in turn. Of duplicate names, the last counts. */
  readonly #texts: readonly string[]

  constructor(texts: readonly string[]) {
    // Copied, since the original has spare capacity.
    this.#texts = texts.slice()
  }

  get label(): Labels {
    const texts = this.#texts
    if (texts.length <= MANY_TEXTS) return (name) => lastOf(texts, name)
    const labels = this.#labels()
    return (name) => labels.get(name)
  }

  get text(): string {
    return textOfLabels(this.#labels())
  }

  get identity(): Identity {
    return { own: () => traitsOfLabels(this.#labels()), shared: [] }
  }

  names(): Iterable<LabelName> {
    return namesOfLabels(this.#labels())
  }

  #labels(): Map<string, string> {
    const labels = new Map<string, string>()
    for (let i = 0; i + 1 < this.#texts.length; i += 2) {
      labels.set(this.#texts[i] ?? '', this.#texts[i + 1] ?? '')
    }
    return labels
  }
}

function lastOf(texts: readonly string[], name: string): string | undefined {
  for (let i = texts.length - (texts.length % 2) - 2; i >= 0; i -= 2) {
    if (texts[i] === name) return texts[i + 1]
  }
  return undefined
}

function ofVersion1(reader: MessageReader, series: SeriesBeingRead, field: number): boolean {
  if (field === 1) readLabel(reader, series.texts)
  else if (field === 2) readSample(reader, series)
  else if (field === 4) countHistogram(reader, series)
  else return false
  return true
}

function ofVersion2(
  reader: MessageReader,
  series: SeriesBeingRead,
  field: number,
  symbols: readonly string[],
): boolean {
  if (field === 1) readReferences(reader, series.texts, symbols)
  else if (field === 2) readSample(reader, series)
  else if (field === 3) countHistogram(reader, series)
  else return false
  return true
}

function countHistogram(reader: MessageReader, series: SeriesBeingRead): void {
  series.histograms += 1
  reader.skip(WireType.LengthDelimited)
}

function readLabel(reader: MessageReader, texts: string[]): void {
  let [name, value] = ['', '']
  const end = reader.end()
  while (reader.pos < end) {
    const [field, type] = reader.tag()
    if (field === 1) name = reader.string()
    else if (field === 2) value = reader.string()
    else reader.skip(type, field)
  }
  reader.close(end)
  if (texts.length <= MAX_LABEL_TEXTS) texts.push(name, value)
}

function readReferences(reader: MessageReader, texts: string[], symbols: readonly string[]): void {
  const end = reader.end()
  while (reader.pos < end && texts.length <= MAX_LABEL_TEXTS) {
    const text = symbols[reader.uint32()]
    if (text === undefined) throw new Error('a label refers to no symbol')
    texts.push(text)
  }
  if (reader.pos > end) reader.close(end)
  // Labels beyond the limit are skipped.
  reader.pos = end
}

function readSample(reader: MessageReader, series: SeriesBeingRead): void {
  if (series.samples.length === MAX_SAMPLES) {
    series.more += 1
    reader.skip(WireType.LengthDelimited)
    return
  }
  // Zero fields are not sent.
  let [value, time] = [0, 0]
  const end = reader.end()
  while (reader.pos < end) {
    const [field, type] = reader.tag()
    if (field === 1 && type === WireType.Bit64) value = reader.double()
    else if (field === 2 && type === WireType.Varint) time = reader.number64()
    else reader.skip(type, field)
  }
  reader.close(end)
  if (Number.isFinite(value)) series.samples.push({ value, micros: time * 1000 })
  else series.passedOver += 1
}
