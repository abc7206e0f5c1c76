import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** The staleness marker, which ends a series. */
export const STALE = Symbol('stale')

/** Epoch milliseconds and a value. */
type TestSample = readonly [time: number, value: number | typeof STALE]

export interface TestSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly samples: readonly TestSample[]
  /** Number of native histograms, all empty. */
  readonly histograms?: number
}

/** An uncompressed request of Prometheus' remote write. */
export function remoteWrite(version: 1 | 2, series: readonly TestSeries[]): Buffer {
  const request = new BinaryWriter()
  const symbols = ['']
  const symbolOf = (text: string) => {
    const at = symbols.indexOf(text)
    return at < 0 ? symbols.push(text) - 1 : at
  }
  const [seriesField, histogramField] = version === 1 ? [1, 4] : [5, 3]
  const written = series.map(({ labels, samples, histograms = 0 }) => {
    const one = new BinaryWriter()
    if (version === 1) {
      for (const [name, value] of Object.entries(labels)) {
        one.tag(1, WireType.LengthDelimited).bytes(labelOf(name, value))
      }
    } else {
      const references = new BinaryWriter()
      for (const text of Object.entries(labels).flat()) references.uint32(symbolOf(text))
      one.tag(1, WireType.LengthDelimited).bytes(references.finish())
    }
    for (const sample of samples) one.tag(2, WireType.LengthDelimited).bytes(sampleOf(sample))
    for (let i = 0; i < histograms; i++) {
      one.tag(histogramField, WireType.LengthDelimited).bytes(new Uint8Array())
    }
    return one.finish()
  })
  if (version === 2) {
    for (const symbol of symbols) request.tag(4, WireType.LengthDelimited).string(symbol)
  }
  for (const bytes of written) request.tag(seriesField, WireType.LengthDelimited).bytes(bytes)
  return Buffer.from(request.finish())
}

function labelOf(name: string, value: string): Uint8Array {
  const writer = new BinaryWriter()
  writer.tag(1, WireType.LengthDelimited).string(name)
  return writer.tag(2, WireType.LengthDelimited).string(value).finish()
}

const STALE_BITS = 0x7ff0000000000002n

function sampleOf([time, value]: TestSample): Uint8Array {
  const writer = new BinaryWriter().tag(1, WireType.Bit64)
  if (value === STALE) writer.fixed64(STALE_BITS)
  else writer.double(value)
  return writer.tag(2, WireType.Varint).int64(time).finish()
}
