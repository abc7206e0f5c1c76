import type { Peer } from '../ingest/peers.ts'
import type { Subject } from '../subject.ts'
import { METRIC, type Run, type Times } from './data.ts'

type Form = 'day' | 'recent' | 'recents' | 'month'

export interface Question {
  readonly text: string
  readonly form: Form
  /** Whether each asking is of a range a second later. */
  readonly moves?: true
}

const LATER = 'the same, each time a second later'

/** What is asked of everyone. */
export const questions: readonly Question[] = [
  { form: 'day', text: 'One thing, 24 h at 1 s to 5-minute averages' },
  { form: 'day', text: `One thing, ${LATER}`, moves: true },
  { form: 'recent', text: 'The latest sample of a thing' },
  { form: 'recents', text: 'The latest sample of each of 1,000 things' },
  { form: 'month', text: '30 days to hourly averages of each of 100 things' },
  { form: 'month', text: `A hundred things, ${LATER}`, moves: true },
]

/** A database that is loaded and asked through its own HTTP API. */
export interface Contestant {
  readonly name: string
  write(run: Run): Request
  ask(question: Question, times: Times): Request
}

const tag = (thing: number) => String(thing).padStart(6, '0')
/** The first hundred by their tags. */
const DEEP = '0000[0-9][0-9]'

export function sluiceContestant({ name, url, headers }: Subject): Contestant {
  const iso = (time: number) => new Date(time).toISOString()
  const get = (path: string) => new Request(url + path, { headers })
  return {
    name,
    write({ thing, start, step, values }) {
      const body = {
        start,
        stepSeconds: step / 1000,
        count: values.length,
        values: { [METRIC]: values },
      }
      return new Request(`${url}/v2/thing/station-${thing}/data/columnar`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { ...headers, 'Content-Type': 'application/json' },
      })
    },
    ask({ form }, { dayFrom, monthFrom, to }) {
      const month = `from=${iso(monthFrom)}&to=${iso(to)}&interval=1h&groupBy=thing`
      const paths = {
        day: `/v2/thing/station-0/timeseries?metrics=${METRIC}&from=${iso(dayFrom)}&to=${iso(to)}&interval=5m`,
        recent: '/v2/thing/station-0/recent',
        recents: '/v2/fleet/all/recent?groupBy=thing&limit=1000',
        month: `/v2/fleet/deep/timeseries?metrics=${METRIC}&${month}`,
      }
      return get(paths[form])
    },
  }
}

export function victoriaContestant({ port }: Peer): Contestant {
  const get = (path: string, query: Record<string, string | number>) =>
    new Request(`http://127.0.0.1:${port}${path}?${search(query)}`)
  return {
    name: 'VictoriaMetrics',
    write({ thing, start, step, values }) {
      const timestamps = values.map((_, i) => start + i * step)
      const line = { metric: { __name__: METRIC, thing: tag(thing) }, values, timestamps }
      const body = `${JSON.stringify(line)}\n`
      return new Request(`http://127.0.0.1:${port}/api/v1/import`, { method: 'POST', body })
    },
    ask({ form, moves }, { dayFrom, monthFrom, to }) {
      const one = `{thing="${tag(0)}"}`
      // A range of Victoria's ends at its time, a bucket of ours begins there.
      const range = (from: number, step: number) => ({
        ...{ start: from / 1000 + step, end: to / 1000, step },
        // With its cache it would answer for another range, of whole steps.
        nocache: moves ? 1 : 0,
      })
      const at = { time: to / 1000 }
      switch (form) {
        case 'day':
          return get('/api/v1/query_range', {
            query: `avg_over_time(${METRIC}${one}[5m])`,
            ...range(dayFrom, 300),
          })
        case 'recent':
          return get('/api/v1/query', { query: `last_over_time(${METRIC}${one}[1h])`, ...at })
        case 'recents':
          return get('/api/v1/query', { query: `last_over_time(${METRIC}[1h])`, ...at })
        case 'month':
          return get('/api/v1/query_range', {
            query: `avg_over_time(${METRIC}{thing=~"${DEEP}"}[1h])`,
            ...range(monthFrom, 3600),
          })
      }
    },
  }
}

export function influxContestant({ port }: Peer): Contestant {
  const query = (q: string) =>
    new Request(`http://127.0.0.1:${port}/query?${search({ db: 'bench', epoch: 'ms', q })}`)
  return {
    name: 'InfluxDB',
    write({ thing, start, step, values }) {
      const head = `station,thing=${tag(thing)} ${METRIC}=`
      const body = values.map((value, i) => `${head}${value} ${start + i * step}\n`).join('')
      const url = `http://127.0.0.1:${port}/write?db=bench&precision=ms`
      return new Request(url, { method: 'POST', body })
    },
    ask({ form }, { dayFrom, monthFrom, to }) {
      const within = (from: number) => `time >= ${from}ms AND time < ${to}ms`
      const one = `thing = '${tag(0)}'`
      switch (form) {
        case 'day':
          return query(
            `SELECT mean(${METRIC}) FROM station WHERE ${one} AND ${within(dayFrom)} GROUP BY time(5m)`,
          )
        case 'recent':
          return query(`SELECT last(${METRIC}) FROM station WHERE ${one}`)
        case 'recents':
          return query(`SELECT last(${METRIC}) FROM station GROUP BY thing`)
        case 'month':
          return query(
            `SELECT mean(${METRIC}) FROM station WHERE thing =~ /^${DEEP}$/ AND ${within(monthFrom)} GROUP BY time(1h), thing`,
          )
      }
    },
  }
}

function search(query: Record<string, string | number>): URLSearchParams {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new URLSearchParams(pairs)
}
