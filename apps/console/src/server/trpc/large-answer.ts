import { invalidRequest } from '@sluice/runtime'
import { MOST_VALUES } from '#series/most-values.ts'
import { texts } from '#texts/server.ts'

interface Series {
  readonly timestamps?: readonly unknown[]
  readonly values?: object | null
  readonly byThing?: Readonly<Record<string, object>> | null
  readonly byGroup?: readonly { readonly values?: object }[] | null
}

/** Throws `invalid-request` for a page of more values than {@link MOST_VALUES}, which the API would still return. */
export function refuseLarge(output: unknown): void {
  const { timestamps, values, byThing, byGroup } = (output ?? {}) as Series
  if (!Array.isArray(timestamps)) return
  const groups = (byGroup ?? []).map(({ values }) => values)
  const series = [values, ...Object.values(byThing ?? {}), ...groups]
  const columns = series.reduce((sum, one) => sum + Object.keys(one ?? {}).length, 0)
  const count = timestamps.length * columns
  if (count <= MOST_VALUES) return
  const detail = texts.manyValues(count, MOST_VALUES)
  throw invalidRequest([{ pointer: '/query/limit', detail }])
}
