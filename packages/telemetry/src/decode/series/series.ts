import type { Labels } from '../mapping/expression.ts'
import type { Identity } from './identity.ts'

/** What a series is called. */
export interface SeriesLabels {
  /** As a message names it: `up{job="cabs"}`. It is written out for whoever asks, which few do. */
  readonly text: string
  /** What tells it from others; every label is part of it. */
  readonly identity: Identity
  /** Of a label that it does not have, undefined. */
  readonly label: Labels
}

/** A time series of a request, of whichever protocol. */
export interface Series {
  /** All that is kept of it while the request is read. */
  readonly labels: SeriesLabels
  readonly samples: readonly SeriesSample[]
  /** What it holds beside samples, and cannot be stored: `2 native histograms`. */
  readonly refused?: { readonly what: string; readonly count: number } | undefined
  /** Samples that it was sent and are passed over: they say that there is no value, or have one that no metric can. */
  readonly passedOver?: number
  /** How many places of the request it takes up, as faults count them. Default: 1. */
  readonly places?: number
}

export interface SeriesSample {
  readonly value: unknown
  /** Epoch microseconds; NaN where it has no time. */
  readonly micros: number
}

/**
 * UTF-16 units that the names and values of a series' labels may have: many series may refer to one long text, and each of
 * them is written out.
 */
const LONGEST_TEXT = 8192

/** Whether texts are too long for a series to be told from others by them. */
export function isTooLong(texts: Iterable<string>): boolean {
  let length = 0
  for (const text of texts) length += text.length
  return length > LONGEST_TEXT
}

/** A series that cannot be stored, of so many samples or whatever it holds. */
export function refusedSeries(text: string, what: string, count: number): Series {
  return {
    labels: { text, identity: { own: () => [], shared: [] }, label: () => undefined },
    samples: [],
    refused: { what, count },
  }
}

export const tooLong = `has labels of over ${LONGEST_TEXT} characters`

/** A series as queries of Prometheus name it; values are given as they are to be written. */
export function textOfSeries(name: string, labels: Iterable<readonly [string, string]>): string {
  const pairs = Array.from(labels, ([label, written]) => `${label}=${written}`)
  return `${name}{${pairs.join(', ')}}`
}
