import { type FoundThing, typeOf } from '../things/parts.ts'
import type { Kind, SentKinds } from './messages.ts'

/** The most metrics in a message, unless one kind has more. Copying this many takes about a millisecond. */
const METRICS_PER_MESSAGE = 500

/** Groups things into kinds, so that things of a type share one list of metrics. */
export function* kindsOf(found: Iterable<FoundThing>): Generator<SentKinds, void> {
  const places = new Map<unknown, number>()
  const kinds: Kind[] = []
  const kindOf = Uint32Array.from(found, (one) => {
    const identity = 'refusal' in one ? `${one.refusal} ${one.detail}` : typeOf(one).metrics
    const place = places.get(identity) ?? kinds.push(kindOfOne(one)) - 1
    places.set(identity, place)
    return place
  })
  let batch: Kind[] = []
  let metrics = 0
  for (const kind of kinds) {
    batch.push(kind)
    metrics += 'metrics' in kind ? kind.metrics.length : 1
    if (metrics < METRICS_PER_MESSAGE) continue
    yield { kinds: batch, kindOf: undefined }
    batch = []
    metrics = 0
  }
  yield { kinds: batch, kindOf }
}

function kindOfOne(found: FoundThing): Kind {
  if ('refusal' in found) return { refusal: found.refusal, detail: found.detail }
  const { thingTypeId, unknownMetrics, metrics } = typeOf(found)
  return { thingTypeId, unknownMetrics, metrics }
}
