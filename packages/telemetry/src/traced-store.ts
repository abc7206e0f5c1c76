import { traceQuery } from '@sluice/clickhouse'
import { callSpan, type Tracing } from '@sluice/runtime'
import type { SampleStore } from './store.ts'

/**
 * Adds a span to each call of a store. The span of a write ends when its samples are stored, so it includes the wait
 * for the insert that it shares with others.
 */
export function traceStore(store: SampleStore, tracing: Tracing): SampleStore {
  const call = <Result>(operation: string, work: () => Result, table = 'samples') =>
    tracing.call(callSpan('clickhouse', operation, table), work)
  return {
    ...store,
    query: traceQuery(store.query, tracing),
    queryBlocks: traceQuery(store.queryBlocks, tracing),
    // Cache hits have a span, too, of almost no duration.
    latest: (...asked) => call('SELECT', () => store.latest(...asked), 'latest'),
    write: (numbers, samples) => call('INSERT', () => store.write(numbers, samples)),
    erase: (erasure) => call('DELETE', () => store.erase(erasure)),
    expire: (expiry) => call('DELETE', () => store.expire(expiry)),
    eraseThings: (things) => call('DELETE', () => store.eraseThings(things)),
  }
}
