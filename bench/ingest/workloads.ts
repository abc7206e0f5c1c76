import type { Subject } from '../subject.ts'
import { arrow, columnar, frames, lines, series, tagger } from './bodies.ts'
import type { Offer } from './offer.ts'
import type { Peer } from './peers.ts'
import { METRICS, type Walk, walk } from './walk.ts'

/** What one subject is sent in one workload. */
export interface Workload {
  readonly subject: string
  readonly form: string
  readonly port: number
  readonly connections: number
  readonly samplesPerRequest: number
  readonly next: () => Offer
  /** Resolves when all that was answered is where queries find it, if that comes later than the answer. */
  readonly settled?: () => Promise<void>
}

export interface Subjects {
  readonly sluice: Subject
  /** Sluice of another checkout. */
  readonly beside: Subject | undefined
  /** A server that keeps nothing; what it answers says nothing. */
  readonly bare?: Subject
  readonly influx: Peer | undefined
  readonly victoria: Peer | undefined
}

const HOUR_MS = 3_600_000
/** How many requests each thing sends at most, of one row. */
const REQUESTS = 2000
/** Things that send in a workload. Each form has a group of its own. */
export const THINGS = 1000
export const GROUPS = 5

/**
 * Every subject in its best bulk format for the same samples: `rows` times of all metrics a request. Things take turns, and
 * each goes on where it stopped, so that no request repeats another's samples.
 */
export function workloads(
  { sluice, beside, bare, influx, victoria }: Subjects,
  { rows, connections, group }: { rows: number; connections: number; group: number },
  columns: boolean,
): Workload[] {
  // Not much earlier than now, as what things send: a store may treat what comes a day late otherwise.
  const begin = Date.now() - Math.min(REQUESTS * rows * 1000, 6 * HOUR_MS)
  const walkOf = (i: number) => walk(i, begin + i * rows * 1000, rows)
  const common = { connections, samplesPerRequest: rows * METRICS.length }
  const ofSluice = (subject: Subject): Workload[] =>
    (columns ? (['columns', 'arrow'] as const) : (['frames'] as const)).map((form, i) => {
      const head = headOf(subject, forms[form])
      let last = '0'
      const headOfNext = (thing: string) => {
        last = thing
        return head(thing)
      }
      return {
        ...{ ...common, form, subject: subject.name, port: Number(new URL(subject.url).port) },
        next: inTurns(walkOf, forms[form].encode, group + i, headOfNext),
        ...(subject !== bare && { settled: () => readOne(subject, last, begin) }),
      }
    })
  const all = [sluice, beside, bare].filter((one) => one !== undefined).flatMap(ofSluice)
  if (influx) {
    const head = 'POST /write?db=bench&precision=ms HTTP/1.1\r\n'
    all.push({
      ...common,
      subject: 'InfluxDB',
      form: 'lines',
      port: influx.port,
      next: linesInTurns(walkOf, group, head),
    })
  }
  if (victoria) {
    const path = columns ? '/api/v1/import?' : '/write?precision=ms&'
    all.push({
      ...common,
      subject: 'VictoriaMetrics',
      form: columns ? '/api/v1/import' : 'lines',
      port: victoria.port,
      next: inTurns(
        walkOf,
        columns ? series : (body) => lines(body, false),
        group,
        (thing) => `POST ${path}extra_label=thing=${thing} HTTP/1.1\r\n`,
      ),
    })
  }
  return all
}

/**
 * One sample of the thing that was sent to last: answered once that is in the store, and with it what was acknowledged
 * before. A query of other things or times would not wait.
 */
async function readOne({ url, headers }: Subject, thing: string, begin: number): Promise<void> {
  const iso = (time: number) => new Date(time).toISOString()
  const range = `from=${iso(begin)}&to=${iso(Date.now())}&limit=1`
  const answer = await fetch(`${url}/v2/thing/station-${thing}/timeseries?${range}`, { headers })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

interface Form {
  readonly path: string
  readonly type: string
  readonly encode: (body: Walk) => string | Uint8Array
}

const forms = {
  columns: { path: '/columnar', type: 'application/json', encode: columnar },
  arrow: { path: '/arrow', type: 'application/vnd.apache.arrow.stream', encode: arrow },
  frames: { path: '', type: 'application/json', encode: frames },
} as const satisfies Record<string, Form>

function headOf({ headers }: Subject, { path, type }: Form): (thing: string) => string {
  const fields = `Content-Type: ${type}\r\nX-Api-Key: ${headers['X-Api-Key']}\r\n`
  return (thing) => `POST /v2/thing/station-${thing}/data${path} HTTP/1.1\r\n${fields}`
}

function inTurns(
  walkOf: (i: number) => Walk,
  encode: Form['encode'],
  group: number,
  head: (thing: string) => string,
): () => Offer {
  let sent = 0
  let body = Buffer.alloc(0)
  return () => {
    const thing = sent % THINGS
    if (thing === 0) body = Buffer.from(encode(walkOf(sent / THINGS)))
    sent += 1
    return { head: head(String(group * THINGS + thing)), body }
  }
}

/** InfluxDB knows a thing by its lines alone, so its number is written into each of them. */
function linesInTurns(walkOf: (i: number) => Walk, group: number, head: string): () => Offer {
  let sent = 0
  let tag = tagger(Buffer.alloc(0))
  return () => {
    const thing = sent % THINGS
    if (thing === 0) tag = tagger(Buffer.from(lines(walkOf(sent / THINGS), true)))
    sent += 1
    return { head, body: tag(group * THINGS + thing) }
  }
}
