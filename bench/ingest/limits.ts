import { tableFromIPC } from '@uwdata/flechette'
import { type Offer, offer } from './offer.ts'
import { METRICS } from './walk.ts'

/** Samples a second of `JSON.parse` alone, on one core. */
export function parseRate(body: string, samples: number, seconds: number): number {
  return rateOf(() => JSON.parse(body), samples, seconds)
}

/** Samples a second of a library that decodes a table, each value copied, on one core. */
export function decodeRate(body: Uint8Array, samples: number, seconds: number): number {
  const decode = () => {
    const table = tableFromIPC(body)
    return METRICS.map((metric) => Float64Array.from(table.getChild(metric).toArray()))
  }
  return rateOf(decode, samples, seconds)
}

function rateOf(run: () => unknown, samples: number, seconds: number): number {
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let parsed = 0
  while (performance.now() < until) {
    run()
    parsed += samples
  }
  return parsed / ((performance.now() - began) / 1000)
}

const COLUMNS = 'organization, thing, metric, time, number, text, version'
const ROWS = 100_000
const BLOCKS = 20

/** Samples a second of the engine alone: ready blocks of 100,000 rows in its own format, two callers. */
export async function engineRate(clickhouseUrl: string, seconds: number): Promise<number> {
  const url = new URL(clickhouseUrl)
  const { username, password } = url
  const credentials = Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')
  const authorization = `Basic ${credentials}`
  const blocks: Offer[] = []
  for (let thing = 0; thing < BLOCKS; thing += 1) {
    const response = await fetch(url.origin, {
      method: 'POST',
      headers: { authorization },
      body: readyBlock(thing),
    })
    if (!response.ok) throw new Error(await response.text())
    const query = encodeURIComponent(`INSERT INTO samples (${COLUMNS}) FORMAT Native`)
    blocks.push({
      head: `POST /?query=${query} HTTP/1.1\r\nAuthorization: ${authorization}\r\n`,
      body: Buffer.from(await response.arrayBuffer()),
    })
  }
  let next = 0
  const { requests, seconds: taken } = await offer({
    ...{ port: Number(url.port), connections: 2, seconds },
    next: () => blocks[next++ % BLOCKS] as Offer,
  })
  return (requests * ROWS) / taken
}

/** A block as ingestion makes it: series by series, a sample a second, a walk of two decimals. */
function readyBlock(thing: number): string {
  return `
    SELECT toUInt32(4000000000) AS organization, toUInt32(${thing}) AS thing,
      toUInt32(intDiv(n, ${ROWS / METRICS.length})) AS metric,
      fromUnixTimestamp64Micro(toInt64(1800000000000000 + (n % ${ROWS / METRICS.length}) * 1000000), 'UTC') AS time,
      round(20 + sin(n / 1000) * 10 + (rand() % 20) / 100, 2) AS number, '' AS text,
      toUInt64(1) AS version
    FROM (SELECT number AS n FROM numbers(${ROWS})) FORMAT Native`
}
