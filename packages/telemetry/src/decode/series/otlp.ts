import { shorten } from '../faults.ts'
import type { LabelName } from '../mapping/expression.ts'
import type { Attributes } from './attributes.ts'
import { type Identity, RESOURCE, type Trait } from './identity.ts'
import {
  isTooLong,
  type Refused,
  type Series,
  type SeriesLabels,
  textOfSeries,
  tooLong,
  unreadSeries,
} from './series.ts'

/** A data point of an OpenTelemetry metric. */
export interface OtlpPoint {
  readonly attributes: Attributes
  /** Undefined if it has none. */
  readonly value: unknown
  /** Epoch microseconds; NaN where it has no time. */
  readonly micros: number
  /** Only {@link NO_VALUE} is read. */
  readonly flags: number
}

/** The flag of a point without a value, which ends its series. */
const NO_VALUE = 1

/** The instrumentation scope of the points that follow. */
export interface OtlpScope {
  readonly name: string
  readonly version: string
  readonly attributes: Attributes
}

/** Zero means that no time was sent, though points require one: protobuf cannot tell the two apart. */
export function microsOfPoint(micros: number): number {
  return micros === 0 ? Number.NaN : micros
}

/**
 * Turns the points of a resource's scope into series. The metric's name is the label `name`; the scope becomes
 * `scope.name`, `scope.version` and `scope.` before the keys of its attributes. If names collide, a point's label wins
 * over the resource's, and that over the scope's. A point's attribute `name` is the label `point.name`, and an attribute
 * of the resource that is hidden has `resource.` before its key.
 */
export class OtlpSeries {
  readonly #resource: Attributes
  readonly #scope: OtlpScope
  readonly #around: Omit<Identity, 'own'>
  /** Why none of its points can be stored. */
  readonly #fault: string | undefined

  /** @param ofResource The traits of the resource, one function for all of its scopes. */
  constructor(resource: Attributes, ofResource: () => Iterable<Trait>, scope: OtlpScope) {
    this.#resource = resource
    this.#scope = scope
    if (resource.fault) this.#fault = `is of a resource that ${resource.fault}`
    else if (scope.attributes.fault) this.#fault = `is of a scope that ${scope.attributes.fault}`
    this.#around = { shared: [ofResource], scope: () => traitsOfScope(scope), plainNames }
  }

  of(name: string, { attributes, value, micros, flags }: OtlpPoint): Series {
    if ((flags & NO_VALUE) !== 0) {
      return { labels: this.#labelsOf(name, attributes), samples: [], passedOver: 1 }
    }
    const fault = this.#faultOf(name, attributes)
    if (fault !== undefined) return unread(name, { what: fault, count: 1 })
    const labels = this.#labelsOf(name, attributes)
    if (value !== undefined) return { labels, samples: [{ value, micros }] }
    return { labels, samples: [], refused: { what: 'has a point without a value', count: 1 } }
  }

  /** A point that cannot be stored. All points of a metric share `refused`. */
  refused(name: string, attributes: Attributes, refused: Refused): Series {
    if (this.#faultOf(name, attributes) !== undefined) return unread(name, refused)
    return { labels: this.#labelsOf(name, attributes), samples: [], refused }
  }

  #labelsOf(name: string, attributes: Attributes): SeriesLabels {
    return {
      get text() {
        return textOfSeries(name, attributes.traits())
      },
      identity: { own: () => traitsOfPoint(name, attributes), ...this.#around },
      names: () => this.#namesOf(name, attributes),
      label: (label) =>
        label === NAME ? name : (attributes.labelOf(label) ?? this.#labelAround(label, attributes)),
    }
  }

  *#namesOf(name: string, attributes: Attributes): Generator<LabelName> {
    if (name !== '') yield [NAME]
    for (const key of attributes.keys()) yield [labelOfKey(key), key]
    for (const key of this.#resource.keys()) {
      const hiding = key === NAME ? name : attributes.labelOf(key)
      if (hiding === undefined) yield [key]
      // An equal value distinguishes nothing.
      else if (hiding !== this.#resource.labelOf(key)) yield [RESOURCE + key, key]
    }
  }

  #faultOf(name: string, attributes: Attributes): string | undefined {
    const fault = this.#fault ?? attributes.fault
    if (fault !== undefined) return fault
    return isTooLong([name, ...attributes.texts()]) ? tooLong : undefined
  }

  #labelAround(label: string, own: Attributes): string | undefined {
    const ofResource = this.#resource.labelOf(label)
    if (ofResource !== undefined) return ofResource
    if (label === POINT_NAME) return own.labelOf(NAME)
    if (label.startsWith(RESOURCE)) {
      const key = label.slice(RESOURCE.length)
      return isHidden(key, own) ? this.#resource.labelOf(key) : undefined
    }
    if (!label.startsWith(SCOPE)) return undefined
    const { name, version, attributes } = this.#scope
    if (label === SCOPE_NAME) return name
    return label === SCOPE_VERSION ? version : attributes.labelOf(label.slice(SCOPE.length))
  }
}

const NAME = 'name'
const POINT_NAME = `point.${NAME}`
const plainNames = new Map([[POINT_NAME, NAME]])
const SCOPE = 'scope.'
const [SCOPE_NAME, SCOPE_VERSION] = [`${SCOPE}name`, `${SCOPE}version`] as const

function labelOfKey(key: string): string {
  return key === NAME ? POINT_NAME : key
}

/** Whether a resource's attribute has a key that means another label of the point. */
function isHidden(key: string, attributes: Attributes): boolean {
  return key === NAME || attributes.labelOf(key) !== undefined
}

// The name is marked as the metric's, since an attribute may have any key.
function* traitsOfPoint(name: string, attributes: Attributes): Generator<Trait> {
  yield [NAME, 'metric', name]
  for (const [key, written] of attributes.traits()) yield [labelOfKey(key), written]
}

function* traitsOfScope({ name, version, attributes }: OtlpScope): Generator<Trait> {
  if (name !== '') yield [SCOPE_NAME, 'scope', name]
  if (version !== '') yield [SCOPE_VERSION, 'scope', version]
  yield* attributes.traits(SCOPE)
}

function unread(name: string, refused: Refused): Series {
  return unreadSeries(textOfSeries(shorten(name), []), refused)
}

/** Kinds of metrics that are not numbers. */
export const histogramKinds = {
  histogram: 'histogram',
  exponentialHistogram: 'histogram',
  summary: 'summary of quantiles',
} as const

export type HistogramKind = (typeof histogramKinds)[keyof typeof histogramKinds]

/** For all points of a metric of this kind. */
export function refusalOf(kind: HistogramKind): Refused {
  return { what: `is a ${kind}, which cannot be stored`, count: 1 }
}
