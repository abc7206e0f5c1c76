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

/** Requests of one workload differ in (thing, body), so that none repeats another's samples. */
const BODIES = 16

/** Every subject in its best bulk format for the same samples: `rows` times of all metrics a request. */
export function workloads(
  { sluice, beside, bare, influx, victoria }: Subjects,
  { rows, connections, things }: { rows: number; connections: number; things: number },
  columns: boolean,
): Workload[] {
  // They end now, as what things send does: a store may treat what comes a day late otherwise.
  const begin = Date.now() - BODIES * rows * 1000
  const walks = Array.from({ length: BODIES }, (_, i) => walk(i, begin + i * rows * 1000, rows))
  const common = { connections, samplesPerRequest: rows * METRICS.length }
  const ofSluice = (subject: Subject): Workload[] =>
    (columns ? (['columns', 'arrow'] as const) : (['frames'] as const)).map((form) => {
      const head = headOf(subject, forms[form])
      let last = '0'
      const headOfNext = (thing: string) => {
        last = thing
        return head(thing)
      }
      return {
        ...{ ...common, form, subject: subject.name, port: Number(new URL(subject.url).port) },
        next: rotate(walks, forms[form].encode, things, headOfNext),
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
      next: rotateLines(walks, things, head),
    })
  }
  if (victoria) {
    const path = columns ? '/api/v1/import?' : '/write?precision=ms&'
    all.push({
      ...common,
      subject: 'VictoriaMetrics',
      form: columns ? '/api/v1/import' : 'lines',
      port: victoria.port,
      next: rotate(
        walks,
        columns ? series : (body) => lines(body, false),
        things,
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

function rotate(
  walks: readonly Walk[],
  encode: Form['encode'],
  things: number,
  head: (thing: string) => string,
): () => Offer {
  const bodies = walks.map((body) => Buffer.from(encode(body)))
  let next = 0
  return () => {
    const thing = next % things
    const body = bodies[Math.floor(next / things) % BODIES] ?? Buffer.alloc(0)
    next += 1
    return { head: head(String(thing)), body }
  }
}

/** InfluxDB knows a thing by its lines alone, so its number is written into each of them. */
function rotateLines(walks: readonly Walk[], things: number, head: string): () => Offer {
  const taggers = walks.map((body) => tagger(Buffer.from(lines(body, true))))
  let next = 0
  return () => {
    const body = taggers[Math.floor(next / things) % BODIES]?.(next % things) ?? Buffer.alloc(0)
    next += 1
    return { head, body }
  }
}
