import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { type ClickHouseProcess, forkClickHouse } from '../src/clickhouse/fork.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** With all that has to be escaped somewhere. */
export const password = `p'w \\ @:/%"é`

type ClientOptions = Parameters<typeof createClient>[0]

/** An engine of a test's own, with four connections and bodies of at most 8 MiB, and ways to speak to it. */
export async function runningEngine() {
  const directory = temporaryDirectory()
  const engine: ClickHouseProcess = await forkClickHouse({
    directory: `${directory.path}/clickhouse`,
    password,
    concurrency: 4,
    maxBodyBytes: 8 << 20,
  })
  const newClient = (options: ClientOptions = {}): ClickHouseClient =>
    createClient({ url: engine.url, log: { level: 127 }, ...options })
  const client = newClient()

  async function rowsOf<T>(query: string, extra: object = {}): Promise<T[]> {
    const result = await client.query({ query, format: 'JSONEachRow', ...extra })
    return result.json<T>()
  }

  async function countOf(table: string): Promise<number> {
    const [row] = await rowsOf<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${table}`)
    return row?.n ?? -1
  }

  function createTable(name: string) {
    const query = `CREATE TABLE ${name} (id UInt64, value Float64) ENGINE = MergeTree ORDER BY id`
    return client.command({ query })
  }

  /** A request without the client, whose URL has these parameters. */
  function post(search: Record<string, string>, init: RequestInit = {}) {
    const url = new URL('/', engine.url)
    url.username = ''
    url.password = ''
    url.search = new URLSearchParams(search).toString()
    const Authorization = `Basic ${Buffer.from(`default:${password}`).toString('base64')}`
    return fetch(url, { method: 'POST', ...init, headers: { Authorization, ...init.headers } })
  }

  async function stop() {
    await client.close()
    await engine.stop()
    directory.remove()
  }

  return { port: engine.port, client, newClient, rowsOf, countOf, createTable, post, stop }
}
