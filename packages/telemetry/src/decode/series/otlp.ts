import { shorten } from '../faults.ts'
import type { Attributes } from './attributes.ts'
import type { Identity, Trait } from './identity.ts'
import { isTooLong, refusedSeries, type Series, textOfSeries, tooLong } from './series.ts'

/** A point of a metric of OpenTelemetry. */
export interface OtlpPoint {
  readonly attributes: Attributes
  /** Undefined where it has none. */
  readonly value: unknown
  /** Epoch microseconds; NaN where it has no time. */
  readonly micros: number
  /** Of these {@link NO_VALUE} counts. */
  readonly flags: number
}

/** The flag of a point that says that there is no value: its series has ended. */
const NO_VALUE = 1

/** What made the points that follow. */
export interface OtlpScope {
  readonly name: string
  readonly version: string
  readonly attributes: Attributes
}

/** A time that is zero was not sent: protobuf cannot tell the two apart, and a point must have one. */
export function microsOfPoint(micros: number): number {
  return micros === 0 ? Number.NaN : micros
}

/**
 * Makes series of the points of a scope of a resource. The name of the metric is the label `name`; those of the scope are
 * `scope.name`, `scope.version` and `scope.` and the key of an attribute. Where two are called alike, the one of the point
 * counts before the one of the resource, and that before the scope's.
 */
export class OtlpSeries {
  readonly #resource: Attributes
  readonly #scope: OtlpScope
  readonly #around: Pick<Identity, 'shared' | 'scope'>
  /** Why none of its points can be stored. */
  readonly #fault: string | undefined

  /** @param ofResource Its traits: the same for all of its scopes. */
  constructor(resource: Attributes, ofResource: () => Iterable<Trait>, scope: OtlpScope) {
    this.#resource = resource
    this.#scope = scope
    if (resource.fault) this.#fault = `is of a resource that ${resource.fault}`
    else if (scope.attributes.fault) this.#fault = `is of a scope that ${scope.attributes.fault}`
    this.#around = { shared: [ofResource], scope: () => traitsOfScope(scope) }
  }

  of(name: string, { attributes, value, micros, flags }: OtlpPoint): Series {
    const hasValue = (flags & NO_VALUE) === 0
    const fault = hasValue ? this.#faultOf(name, attributes, value) : undefined
    if (fault !== undefined) return refusedSeries(textOfSeries(shorten(name), []), fault, 1)
    const labels = {
      get text() {
        return textOfSeries(name, attributes.pairs())
      },
      identity: { own: () => traitsOfPoint(name, attributes), ...this.#around },
      label: (label: string) =>
        label === 'name' ? name : (attributes.labelOf(label) ?? this.#labelAround(label)),
    }
    return hasValue
      ? { labels, samples: [{ value, micros }] }
      : { labels, samples: [], passedOver: 1 }
  }

  /** A metric of a kind that cannot be stored, with so many points. */
  refused(name: string, kind: string, points: number): Series {
    const what = `is a ${kind}, which cannot be stored`
    return { ...refusedSeries(textOfSeries(shorten(name), []), what, points), places: points }
  }

  #faultOf(name: string, attributes: Attributes, value: unknown): string | undefined {
    const fault = this.#fault ?? attributes.fault
    if (fault !== undefined) return fault
    if (isTooLong([name, ...attributes.texts()])) return tooLong
    return value === undefined ? 'has a point without a value' : undefined
  }

  #labelAround(label: string): string | undefined {
    const ofResource = this.#resource.labelOf(label)
    if (ofResource !== undefined || !label.startsWith(SCOPE)) return ofResource
    const { name, version, attributes } = this.#scope
    if (label === SCOPE_NAME) return name
    return label === SCOPE_VERSION ? version : attributes.labelOf(label.slice(SCOPE.length))
  }
}

const SCOPE = 'scope.'
const [SCOPE_NAME, SCOPE_VERSION] = [`${SCOPE}name`, `${SCOPE}version`] as const

// What is no attribute is marked: an attribute may be called alike.
function* traitsOfPoint(name: string, attributes: Attributes): Generator<Trait> {
  yield ['name', 'metric', name]
  yield* attributes.traits()
}

function* traitsOfScope({ name, version, attributes }: OtlpScope): Generator<Trait> {
  if (name !== '') yield [SCOPE_NAME, 'scope', name]
  if (version !== '') yield [SCOPE_VERSION, 'scope', version]
  yield* attributes.traits(SCOPE)
}

/** The kinds of metrics that are no numbers. */
export const histogramKinds = {
  histogram: 'histogram',
  exponentialHistogram: 'histogram',
  summary: 'summary of quantiles',
} as const
