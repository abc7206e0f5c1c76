import type { LabelName, Labels } from '../mapping/expression.ts'
import type { Identity } from './identity.ts'

/** The labels of a series. */
export interface SeriesLabels {
  /** As a message names it: `up{job="cabs"}`. Formatted on demand, which is rare. */
  readonly text: string
  /** Its identity, which includes every label. */
  readonly identity: Identity
  /** The names of its labels that are not empty, without those of its scope. */
  readonly names: () => Iterable<LabelName>
  /** The value of a label; undefined if it has no such label. */
  readonly label: Labels
}

/** A time series of a request, in any protocol. */
export interface Series {
  /** The only part of it that is kept while the request is read. */
  readonly labels: SeriesLabels
  readonly samples: readonly SeriesSample[]
  /** What it holds besides samples. Series that share this are one fault. */
  readonly refused?: Refused | undefined
  /** Whether its labels could not be read, so that no mapping can drop it. */
  readonly isUnread?: boolean
  /** Samples that are skipped: they have no value, or one that no metric can have. */
  readonly passedOver?: number
}

/** What cannot be stored: why, and how many samples or other contents. */
export interface Refused {
  readonly what: string
  readonly count: number
}

export interface SeriesSample {
  readonly value: unknown
  /** Epoch microseconds; NaN where it has no time. */
  readonly micros: number
}

/**
 * UTF-16 units of a series' label names and values together. Many series may refer to one long text, and each of them
 * writes it out.
 */
const LONGEST_TEXT = 8192

/** Whether texts are too long to be the identity of a series. */
export function isTooLong(texts: Iterable<string>): boolean {
  let length = 0
  for (const text of texts) length += text.length
  return length > LONGEST_TEXT
}

/** A series of which nothing can be stored, not even its labels. */
export function unreadSeries(text: string, refused: Refused): Series {
  return {
    labels: {
      text,
      identity: { own: () => [], shared: [] },
      names: () => [],
      label: () => undefined,
    },
    samples: [],
    refused,
    isUnread: true,
  }
}

export const tooLong = `has labels of over ${LONGEST_TEXT} characters`

/** A series as PromQL writes it. Values are given in their quoted form. */
export function textOfSeries(name: string, labels: Iterable<readonly [string, string]>): string {
  const pairs = Array.from(labels, ([label, written]) => `${label}=${written}`)
  return `${name}{${pairs.join(', ')}}`
}
