import { callSpan, type Tracing } from '@sluice/runtime'
import type { BucketStore } from './store.ts'

/** Wraps remote buckets with a span for each call of the script in Valkey. */
export function traceBuckets(store: BucketStore, tracing: Tracing): BucketStore {
  const call = <Result>(script: string, work: () => Result) =>
    tracing.call(callSpan('redis', 'EVALSHA', script), work)
  return {
    ...store,
    take: (draw) => call('take', () => store.take(draw)),
    giveBack: (draw) => call('give back', () => store.giveBack(draw)),
    look: (draw) => call('look', () => store.look(draw)),
  }
}
