// What a gateway saves that reports for 500 things in one call, beside a call for each of them, and beside the databases
// that a user would pick. Rounds alternate, so that what else the machine does falls on all alike.
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { startDatabases } from '../databases.ts'
import { type Offer, offer } from '../ingest/offer.ts'
import { METRICS } from '../ingest/walk.ts'
import { median } from '../median.ts'
import { roundOrder } from '../round-order.ts'
import type { Subject } from '../subject.ts'
import { cpuOf } from '../valkey.ts'
import { arrow, columns, frame, frames, lines, type Report, reportsOf, series } from './bodies.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const THINGS = 2000
/** Things of a gateway. */
const OF_ONE = 500
/** Reports of each gateway; then they begin again, for everybody alike. */
const TIMES = 32
const CONNECTIONS = 16
const PAUSE_MS = 2000
/** Only the senders whose name holds it. */
const NAMED = process.env.BENCH_NAMED ?? ''

interface Sender {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** Where a process of its own stores. */
  readonly enginePid?: number | undefined
  readonly things: number
  readonly connections: number
  readonly next: () => Offer
}

const databases = await startDatabases({ things: THINGS })
const { stores, sluice, beside, influx, victoria } = databases
try {
  const reports = reportsOfGateways()
  const senders = [
    ...ofSluice(sluice, stores.clickhousePid, reports),
    ...(beside ? [single(beside.subject, beside.stores.clickhousePid, reports)] : []),
    ...(influx ? [ofPeer('InfluxDB', influx, '/write?db=bench&precision=ms', reports)] : []),
    ...(victoria
      ? [
          ofPeer('VictoriaMetrics', victoria, '/write?precision=ms', reports),
          remoteWriter('VictoriaMetrics', victoria, reports),
        ]
      : []),
  ]
  const named = senders.filter(({ name }) => name.includes(NAMED))
  const measured = new Map(named.map((sender) => [sender, [] as Measured[]]))
  for (const sender of named) await measure(sender)
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [sender, rounds] of roundOrder(measured, round)) {
      await pause(PAUSE_MS)
      rounds.push(await measure(sender))
    }
  }
  report(measured)
} finally {
  await databases.stop()
}

/** Of every gateway in turn, ending now. */
function reportsOfGateways(): Report[] {
  const from = Date.now() - TIMES * 1000
  const gateways = Array.from({ length: THINGS / OF_ONE }, (_, gateway) => {
    const things = Array.from({ length: OF_ONE }, (_, i) => gateway * OF_ONE + i)
    return reportsOf(things, from, TIMES)
  })
  return Array.from({ length: TIMES }, (_, row) => gateways.flatMap((own) => own[row] ?? [])).flat()
}

function ofSluice(subject: Subject, enginePid: number | undefined, reports: readonly Report[]) {
  const json = 'application/json'
  const forms = [
    { form: 'frames', path: '', type: json, encode: frames },
    { form: 'columns', path: '/columnar', type: json, encode: columns },
    { form: 'arrow', path: '/arrow', type: 'application/vnd.apache.arrow.stream', encode: arrow },
  ]
  const many = forms.map(({ form, path, type, encode }): Sender => {
    const head = headOf(subject, `/v2/things/data${path}`, type)
    return {
      ...{ name: `${subject.name}, one call: ${form}`, things: OF_ONE, connections: CONNECTIONS },
      ...{ port: portOf(subject), pid: subject.pid, enginePid },
      next: inTurn(reports.map((one) => ({ head, body: Buffer.from(encode(one)) }))),
    }
  })
  const own = { port: portOf(subject), pid: subject.pid, enginePid }
  const asInflux = {
    head: headOf(subject, '/v2/data/influx?precision=ms', 'text/plain'),
    ...{ name: `${subject.name}, lines`, things: OF_ONE, connections: CONNECTIONS },
  }
  return [
    ...many,
    { ...own, ...asInflux, next: inTurn(reports.map((one) => offerOf(asInflux.head, lines(one)))) },
    remoteWriter(subject.name, own, reports, `X-Api-Key: ${subject.headers['X-Api-Key']}\r\n`),
    single(subject, enginePid, reports),
  ]
}

function offerOf(head: string, body: string | Uint8Array): Offer {
  return { head, body: Buffer.from(body) }
}

/** The same bytes to whoever takes remote write. */
function remoteWriter(
  name: string,
  process: Pick<Sender, 'port' | 'pid' | 'enginePid'>,
  reports: readonly Report[],
  headers = '',
): Sender {
  const head = `POST /api/v1/write HTTP/1.1\r\nContent-Type: application/x-protobuf\r\nContent-Encoding: snappy\r\n${headers}`
  return {
    ...process,
    ...{ name: `${name}, remote write`, things: OF_ONE, connections: CONNECTIONS },
    next: inTurn(reports.map((one) => offerOf(head, series(one)))),
  }
}

/** A call a thing. */
function single(
  subject: Subject,
  enginePid: number | undefined,
  reports: readonly Report[],
): Sender {
  const calls = reports.flatMap((one) =>
    one.things.map((thing, i): Offer => {
      const head = headOf(subject, `/v2/thing/station-${thing}/data`, 'application/json')
      return { head, body: Buffer.from(frame(one, i)) }
    }),
  )
  return {
    ...{ name: `${subject.name}, a call a thing`, things: 1, connections: 256 },
    ...{ port: portOf(subject), pid: subject.pid, enginePid, next: inTurn(calls) },
  }
}

function ofPeer(
  name: string,
  { port, pid }: { readonly port: number; readonly pid: number },
  path: string,
  reports: readonly Report[],
): Sender {
  const head = `POST ${path} HTTP/1.1\r\n`
  return {
    ...{ name: `${name}, lines`, port, pid, things: OF_ONE, connections: CONNECTIONS },
    next: inTurn(reports.map((one) => ({ head, body: Buffer.from(lines(one)) }))),
  }
}

function inTurn(offers: readonly Offer[]): () => Offer {
  let next = 0
  return () => offers[next++ % offers.length] ?? { head: '', body: Buffer.alloc(0) }
}

function headOf({ headers }: Subject, path: string, type: string): string {
  return `POST ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nX-Api-Key: ${headers['X-Api-Key']}\r\n`
}

function portOf({ url }: Subject): number {
  return Number(new URL(url).port)
}

interface Measured {
  readonly calls: number
  readonly samples: number
  /** CPU of all of the subject's processes, a sample. */
  readonly cpuNanos: number
  /** Of it, that of the engine's process. */
  readonly engineNanos: number
  readonly p50: number
  readonly p99: number
}

async function measure({ pid, enginePid, things, ...sender }: Sender): Promise<Measured> {
  const engineCpu = () => (enginePid ? cpuOf(enginePid) : 0)
  const before = { own: cpuOf(pid), engine: engineCpu() }
  const { requests, seconds, latencies } = await offer({ ...sender, seconds: SECONDS })
  const samples = requests * things * METRICS.length
  const engineNow = engineCpu()
  return {
    calls: requests / seconds,
    samples: samples / seconds,
    cpuNanos: ((cpuOf(pid) - before.own + engineNow - before.engine) / samples) * 1e9,
    engineNanos: ((engineNow - before.engine) / samples) * 1e9,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
}

function report(measured: ReadonlyMap<Sender, readonly Measured[]>): void {
  console.log(
    '\n| sender | calls/s | samples/s | CPU ns a sample | of it the engine | p50 ms | p99 ms |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  for (const [{ name }, rounds] of measured) {
    const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]))
    const whole = (figure: keyof Measured) => Math.round(of(figure)).toLocaleString('en')
    const cells = [whole('calls'), whole('samples'), whole('cpuNanos'), whole('engineNanos')]
    console.log(
      `| ${name} | ${cells.join(' | ')} | ${of('p50').toFixed(1)} | ${of('p99').toFixed(1)} |`,
    )
  }
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
}
