import { shorten } from '../faults.ts'
import {
  isTooLong,
  refusedSeries,
  type Series,
  type SeriesSample,
  textOfSeries,
  tooLong,
} from './series.ts'

/** Attributes of a resource or a point as they are written in either encoding. */
export type Attributes = ReadonlyMap<string, string>

/** A point of a metric of OpenTelemetry. */
export interface OtlpPoint {
  readonly attributes: Attributes
  readonly sample: SeriesSample | undefined
}

/** A time that is zero was not sent: protobuf cannot tell the two apart, and a point must have one. */
export function microsOfPoint(micros: number): number {
  return micros === 0 ? Number.NaN : micros
}

/** Makes series of points; the name of the metric is the label `name`. */
export class OtlpSeries {
  /** Of each resource, by what its attributes are. */
  readonly #resources = new Map<string, number>()
  #resource: Attributes = new Map()
  #number = 0

  /** The resource of the points that follow. */
  begin(attributes: Attributes): void {
    const content = JSON.stringify([...attributes])
    this.#resource = attributes
    this.#number = this.#resources.get(content) ?? this.#resources.size
    this.#resources.set(content, this.#number)
  }

  of(name: string, { attributes, sample }: OtlpPoint): Series {
    const resource = this.#resource
    if (isTooLong([name, ...attributes.keys(), ...attributes.values()])) {
      return refusedSeries(textOfSeries(shorten(name), []), tooLong, sample ? 1 : 0)
    }
    const number = this.#number
    const labels = {
      get text() {
        return textOfSeries(name, attributes)
      },
      get identity() {
        return `${number} ${this.text}`
      },
      label: (label: string) =>
        label === 'name' ? name : (attributes.get(label) ?? resource.get(label)),
      names: () => new Set(['name', ...attributes.keys(), ...resource.keys()]),
    }
    return { labels, samples: sample ? [sample] : [] }
  }

  /** A metric of a kind that cannot be stored. */
  refused(name: string, kind: string): Series {
    return refusedSeries(textOfSeries(shorten(name), []), `is a ${kind}, which cannot be stored`, 1)
  }
}

/** Attributes that a resource or a point may have. */
export const MOST_ATTRIBUTES = 128

export function tooManyAttributes(): Error {
  return new Error(`a resource or a point has over ${MOST_ATTRIBUTES} attributes`)
}

/** The kinds of metrics that are no numbers. */
export const histogramKinds = {
  histogram: 'histogram',
  exponentialHistogram: 'histogram',
  summary: 'summary of quantiles',
} as const
