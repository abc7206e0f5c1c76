import type { Client } from './client.ts'
import { type Ledger, METRICS } from './ledger.ts'

interface Page {
  timestamps: string[]
  values: Record<string, (number | null)[]>
  nextCursor: string | null
}

interface Recent {
  metrics: Record<string, { timestamp: string; value: number } | undefined>
}

interface Summary {
  metrics: Record<string, { count: number } | undefined>
}

/** What is wrong with what a thing holds, in words; empty where every sample is there once, with its value. */
export async function faultsOf(client: Client, ledger: Ledger): Promise<string[]> {
  const times = [...ledger.expected.keys()].sort((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const range = `from=${first - 1}&to=${last + 3_600_000}`
  return [
    ...(await faultsOfSamples(client, ledger, range)),
    ...(await faultsOfCounts(client, ledger, range)),
    ...(await faultsOfRecent(client, ledger, last)),
  ]
}

/** Takes each sample that is read off the list: one that comes twice is not on it the second time. */
async function faultsOfSamples(client: Client, ledger: Ledger, range: string): Promise<string[]> {
  const faults: string[] = []
  const missing = new Map(ledger.expected)
  let cursor = ''
  do {
    const path = `/v2/thing/${ledger.thingId}/timeseries?${range}&limit=10000${cursor}`
    const page = (await client.read(path)) as Page
    for (const [row, timestamp] of page.timestamps.entries()) {
      const time = Date.parse(timestamp)
      const expected = missing.get(time)
      missing.delete(time)
      const found = METRICS.map((metric) => page.values[metric]?.[row])
      if (found.join() !== expected?.join()) {
        faults.push(
          `${ledger.thingId} at ${timestamp}: ${found}, not ${expected ?? 'there (again)'}`,
        )
      }
    }
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
  } while (cursor !== '')
  for (const time of missing.keys()) {
    faults.push(`${ledger.thingId} at ${new Date(time).toISOString()}: acknowledged and lost`)
  }
  return faults
}

async function faultsOfCounts(client: Client, ledger: Ledger, range: string): Promise<string[]> {
  const { metrics } = (await client.read(`/v2/thing/${ledger.thingId}/summary?${range}`)) as Summary
  return METRICS.flatMap((metric) => {
    const count = metrics[metric]?.count
    if (count === ledger.expected.size) return []
    return `${ledger.thingId}: summary counts ${count} of ${metric}, not ${ledger.expected.size}`
  })
}

async function faultsOfRecent(client: Client, ledger: Ledger, last: number): Promise<string[]> {
  const { metrics } = (await client.read(`/v2/thing/${ledger.thingId}/recent`)) as Recent
  return METRICS.flatMap((metric, i) => {
    const found = metrics[metric]
    const value = ledger.expected.get(last)?.[i]
    if (found?.value === value && Date.parse(found?.timestamp ?? '') === last) return []
    return `${ledger.thingId}: recent ${metric} is ${JSON.stringify(found)}, not ${value} of ${last}`
  })
}
