import type { Peer } from '../ingest/peers.ts'
import type { Subject } from '../subject.ts'
import type { Question } from './classes.ts'
import { type HostRows, METRICS, STEP_MS } from './data.ts'
import type { Report } from './feed.ts'
import type { Sent } from './send.ts'

/** A database that is loaded and asked through its own HTTP API, in the form that its documentation advises. */
export interface Contestant {
  readonly name: string
  /** The process that responds. */
  readonly pid: number
  write(rows: HostRows): Sent[]
  /** Writes a row of each of many hosts. */
  report(report: Report): Sent[]
  ask(question: Question): Sent
}

/** Where the contestants serve. */
export interface Addresses {
  readonly sluice: Address
  /** Sluice of another checkout. */
  readonly beside?: Address | undefined
  readonly victoria?: Pick<Peer, 'port' | 'pid'> | undefined
  readonly influx?: Pick<Peer, 'port' | 'pid'> | undefined
}

type Address = Pick<Subject, 'name' | 'url' | 'headers' | 'pid'>

export function contestantsAt({ sluice, beside, victoria, influx }: Addresses): Contestant[] {
  return [
    sluiceContestant(sluice),
    ...(beside ? [sluiceContestant(beside)] : []),
    ...(victoria ? [victoriaContestant(victoria)] : []),
    ...(influx ? [influxContestant(influx)] : []),
  ]
}

export function sluiceContestant({ name, url, headers, pid }: Address): Contestant {
  const iso = (time: number) => new Date(time).toISOString()
  return {
    ...{ name, pid },
    write({ host, start, columns }) {
      const values = Object.fromEntries(METRICS.map((key, i) => [key, [...(columns[i] ?? [])]]))
      const body = { start, stepSeconds: STEP_MS / 1000, count: columns[0]?.length, values }
      return [
        {
          url: `${url}/v2/thing/station-${host}/data/columnar`,
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
      ]
    },
    report({ time, hosts, values }) {
      return parts(hosts, THINGS).map((own, part) => {
        const things = own.map((host, i) => {
          const row = values[part * THINGS + i] ?? []
          const columns = METRICS.map((metric, m) => [metric, [row[m] ?? 0]])
          return {
            thingId: `station-${host}`,
            timestamps: [time],
            values: Object.fromEntries(columns),
          }
        })
        return {
          url: `${url}/v2/things/data/columnar`,
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ things }),
        }
      })
    },
    ask({ metrics, host, from, to, aggregate, bucket, latest, above }) {
      const place = host === undefined ? '/v2/fleet/all' : `/v2/thing/station-${host}`
      if (aggregate === 'last') {
        return { url: `${url}${place}/recent?groupBy=thing&limit=1000`, headers }
      }
      const query = new URLSearchParams({
        ...{ metrics: metrics.join(), from: iso(from), to: iso(to) },
        // A window that begins within a bucket ends within one, too; late samples lie between others.
        limit: String(
          latest ?? Math.ceil(((to - from) / (bucket * 1000)) * (aggregate === 'raw' ? 2 : 1)) + 1,
        ),
        ...(aggregate !== 'raw' && { aggregate, interval: `${bucket}s` }),
        ...(host === undefined && { groupBy: latest ? 'none' : 'thing' }),
        ...(latest && { order: 'desc' }),
        ...(above && { where: `${above.metric}>${above.value}` }),
      })
      return { url: `${url}${place}/timeseries?${query}`, headers }
    },
  }
}

function victoriaContestant({ port, pid }: Pick<Peer, 'port' | 'pid'>): Contestant {
  const at = `http://127.0.0.1:${port}`
  return {
    ...{ name: 'VictoriaMetrics', pid },
    write({ host, start, columns }) {
      const lines = METRICS.map((name, i) => {
        const values = [...(columns[i] ?? [])]
        const timestamps = values.map((_, row) => start + row * STEP_MS)
        return JSON.stringify({ metric: { __name__: name, host: `h${host}` }, values, timestamps })
      })
      return [{ url: `${at}/api/v1/import`, body: lines.join('\n') }]
    },
    report: (report) => linesOf(report).map((body) => ({ url: `${at}/write?precision=ms`, body })),
    ask({ metrics, host, from, to, aggregate, bucket, latest, above }) {
      const filter = `{__name__=~"${metrics.join('|')}"${host === undefined ? '' : `,host="h${host}"`}}`
      if (aggregate === 'last') {
        const query = {
          query: `last_over_time(${filter}[${to - from}ms])`,
          time: String(to / 1000),
        }
        return { url: `${at}/api/v1/query?${new URLSearchParams(query)}` }
      }
      if (above) {
        const wanted = `{__name__="${above.metric}",host="h${host}"} > ${above.value}`
        const query = { query: `${filter} and on(host) (${wanted})`, step: String(bucket) }
        const range = { start: String(from / 1000), end: String(to / 1000 - bucket) }
        return { url: `${at}/api/v1/query_range?${new URLSearchParams({ ...query, ...range })}` }
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
/** The same for Sluice. */
const THINGS = 500

function parts<Each>(all: readonly Each[], size: number): Each[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => {
    return all.slice(i * size, (i + 1) * size)
  })
}

/** InfluxDB's lines, which VictoriaMetrics takes, too. With a name of their own, no query passes over them. */
function linesOf({ time, hosts, values }: Report): string[] {
  const lines = hosts.map((host, i) => {
    const fields = METRICS.map((name, m) => `${name}=${values[i]?.[m] ?? 0}`)
    return `other,host=h${host} ${fields.join()} ${time}`
  })
  return parts(lines, LINES).map((some) => some.join('\n'))
}

function influxContestant({ port, pid }: Pick<Peer, 'port' | 'pid'>): Contestant {
  const at = `http://127.0.0.1:${port}`
  const write = `${at}/write?db=bench&precision=ms`
  const functions = { max: 'max', avg: 'mean' } as const
  return {
    ...{ name: 'InfluxDB', pid },
    write({ host, start, columns }) {
      const rows = columns[0]?.length ?? 0
      const lines = Array.from({ length: rows }, (_, row) => {
        const fields = METRICS.map((name, i) => `${name}=${columns[i]?.[row]}`)
        return `cpu,host=h${host} ${fields.join()} ${start + row * STEP_MS}`
      })
      return parts(lines, LINES).map((some) => ({ url: write, body: some.join('\n') }))
    },
    report: (report) => linesOf(report).map((body) => ({ url: write, body })),
    ask({ metrics, host, from, to, aggregate, bucket, latest, above }) {
      const query = (q: string) => {
        return { url: `${at}/query?${new URLSearchParams({ db: 'bench', epoch: 'ms', q })}` }
      }
      if (aggregate === 'last') {
        return query('SELECT * FROM cpu GROUP BY host ORDER BY time DESC LIMIT 1')
      }
      const of = host === undefined ? '' : `host = 'h${host}' AND `
      const where = `FROM cpu WHERE ${of}time >= ${from}ms AND time < ${to}ms`
      if (aggregate === 'raw') {
        const high = above ? ` AND ${above.metric} > ${above.value}` : ''
        return query(`SELECT ${metrics.join()} ${where}${high}`)
      }
      const columns = metrics.map((name) => `${functions[aggregate]}(${name})`).join()
      const group = `GROUP BY time(${bucket}s)${host === undefined && !latest ? ', host' : ''}`
      const order = latest ? ` ORDER BY time DESC LIMIT ${latest}` : ''
      return query(`SELECT ${columns} ${where} ${group}${order}`)
    },
  }
}
