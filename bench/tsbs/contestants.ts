import type { Peer } from '../ingest/peers.ts'
import type { Subject } from '../subject.ts'
import type { Question } from './classes.ts'
import { type HostDay, METRICS, STEP_MS } from './data.ts'

/** What a question is asked by. */
export interface Get {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A database that is loaded and asked through its own HTTP API, in the form that its documentation advises. */
export interface Contestant {
  readonly name: string
  write(day: HostDay): Request[]
  ask(question: Question): Get
}

export function sluiceContestant({ name, url, headers }: Subject): Contestant {
  const iso = (time: number) => new Date(time).toISOString()
  return {
    name,
    write({ host, start, columns }) {
      const values = Object.fromEntries(METRICS.map((key, i) => [key, [...(columns[i] ?? [])]]))
      const body = { start, stepSeconds: STEP_MS / 1000, count: columns[0]?.length, values }
      return [
        new Request(`${url}/v2/thing/station-${host}/data/columnar`, {
          ...{ method: 'POST', body: JSON.stringify(body) },
          headers: { ...headers, 'Content-Type': 'application/json' },
        }),
      ]
    },
    ask({ metrics, host, from, to, aggregate, bucket, latest }) {
      const place = host === undefined ? '/v2/fleet/all' : `/v2/thing/station-${host}`
      if (aggregate === 'last') {
        return { url: `${url}${place}/recent?groupBy=thing&limit=1000`, headers }
      }
      const query = new URLSearchParams({
        ...{ metrics: metrics.join(), from: iso(from), to: iso(to) },
        limit: String(latest ?? Math.ceil((to - from) / (bucket * 1000))),
        ...(aggregate !== 'raw' && { aggregate, interval: `${bucket}s` }),
        ...(host === undefined && { groupBy: latest ? 'none' : 'thing' }),
        ...(latest && { order: 'desc' }),
      })
      return { url: `${url}${place}/timeseries?${query}`, headers }
    },
  }
}

export function victoriaContestant({ port }: Peer): Contestant {
  const at = `http://127.0.0.1:${port}`
  return {
    name: 'VictoriaMetrics',
    write({ host, start, columns }) {
      const lines = METRICS.map((name, i) => {
        const values = [...(columns[i] ?? [])]
        const timestamps = values.map((_, row) => start + row * STEP_MS)
        return JSON.stringify({ metric: { __name__: name, host: `h${host}` }, values, timestamps })
      })
      return [new Request(`${at}/api/v1/import`, { method: 'POST', body: lines.join('\n') })]
    },
    ask({ metrics, host, from, to, aggregate, bucket, latest }) {
      const filter = `{__name__=~"${metrics.join('|')}"${host === undefined ? '' : `,host="h${host}"`}}`
      if (aggregate === 'last') {
        const query = { query: `last_over_time(${filter}[1h])`, time: String(to / 1000) }
        return { url: `${at}/api/v1/query?${new URLSearchParams(query)}` }
      }
      if (aggregate === 'raw') {
        const query = new URLSearchParams({
          ...{ 'match[]': filter, start: String(from / 1000), end: String((to - 1) / 1000) },
        })
        return { url: `${at}/api/v1/export?${query}` }
      }
      const each = `${aggregate}_over_time(${filter}[${bucket}s]) keep_metric_names`
      const first = latest ? to - latest * bucket * 1000 : from
      // A range of Victoria's ends at its time, a bucket of ours begins there.
      const query = new URLSearchParams({
        query: latest ? `max(${each})` : each,
        ...{ start: String(first / 1000 + bucket), end: String(to / 1000), step: String(bucket) },
      })
      return { url: `${at}/api/v1/query_range?${query}` }
    },
  }
}

/** Rows of one request. */
const LINES = 5000

export function influxContestant({ port }: Peer): Contestant {
  const at = `http://127.0.0.1:${port}`
  const functions = { max: 'max', avg: 'mean' } as const
  return {
    name: 'InfluxDB',
    write({ host, start, columns }) {
      const rows = columns[0]?.length ?? 0
      const lines = Array.from({ length: rows }, (_, row) => {
        const fields = METRICS.map((name, i) => `${name}=${columns[i]?.[row]}`)
        return `cpu,host=h${host} ${fields.join()} ${start + row * STEP_MS}`
      })
      return Array.from({ length: Math.ceil(rows / LINES) }, (_, i) => {
        const body = lines.slice(i * LINES, (i + 1) * LINES).join('\n')
        return new Request(`${at}/write?db=bench&precision=ms`, { method: 'POST', body })
      })
    },
    ask({ metrics, host, from, to, aggregate, bucket, latest }) {
      const query = (q: string) => {
        return { url: `${at}/query?${new URLSearchParams({ db: 'bench', epoch: 'ms', q })}` }
      }
      if (aggregate === 'last') {
        return query('SELECT * FROM cpu GROUP BY host ORDER BY time DESC LIMIT 1')
      }
      const of = host === undefined ? '' : `host = 'h${host}' AND `
      const where = `FROM cpu WHERE ${of}time >= ${from}ms AND time < ${to}ms`
      if (aggregate === 'raw') return query(`SELECT ${metrics.join()} ${where}`)
      const columns = metrics.map((name) => `${functions[aggregate]}(${name})`).join()
      const group = `GROUP BY time(${bucket}s)${host === undefined && !latest ? ', host' : ''}`
      const order = latest ? ` ORDER BY time DESC LIMIT ${latest}` : ''
      return query(`SELECT ${columns} ${where} ${group}${order}`)
    },
  }
}
