/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const NAME = 'sluice_request_duration_seconds'

/** The requests of one operation with one status. */
interface Series {
  /** Requests within each bound but above the one before; the last count has all slower ones. */
  readonly counts: Float64Array
  sum: number
}

/**
 * A histogram of requests by operation and status, for a prom-client registry. The library's own histogram parses
 * labels at each observation, which takes longer than verifying a key.
 */
export class Durations {
  readonly name = NAME
  readonly labelNames = ['operation', 'status']
  readonly #operations = new Map<string, Map<number, Series>>()

  observe(operation: string, status: number, seconds: number): void {
    const series = this.#operations.get(operation)?.get(status) ?? this.#begin(operation, status)
    let bound = 0
    while (seconds > (BOUNDS[bound] ?? Number.POSITIVE_INFINITY)) bound += 1
    series.counts[bound] = (series.counts[bound] ?? 0) + 1
    series.sum += seconds
  }

  #begin(operation: string, status: number): Series {
    const statuses = this.#operations.get(operation) ?? new Map<number, Series>()
    const series = { counts: new Float64Array(BOUNDS.length + 1), sum: 0 }
    this.#operations.set(operation, statuses.set(status, series))
    return series
  }

  async get() {
    return {
      name: NAME,
      help: 'Time from a request’s header until its response was handed to the socket',
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#operations].flatMap(([operation, statuses]) =>
        [...statuses].flatMap(([status, series]) => valuesOf({ operation, status }, series)),
      ),
    }
  }
}

function valuesOf(labels: Record<string, string | number>, { counts, sum }: Series) {
  let total = 0
  const buckets = Array.from(counts, (count, i) => {
    total += count
    const le = BOUNDS[i] ?? '+Inf'
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ]
}
