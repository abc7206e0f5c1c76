import { connect } from 'node:net'
import { type Send, type WireRequest, wireOf } from '@sluice/api/testing/wire'
import { range } from './made.ts'

/** Things, and the samples of each, that one answer has. */
const [THINGS, SAMPLES, START] = [100, 10_000, Date.UTC(2026, 1, 1)]

/** Loads a million samples of many things. Returns a request whose answer has all of them: three megabytes. */
export async function loadLargeAnswer(send: Send, key: string): Promise<WireRequest> {
  const things = range(THINGS, (i) => ({
    ...{ thingId: `unread-${i}`, start: START, stepSeconds: 60, count: SAMPLES },
    values: { temperature: range(SAMPLES, (at) => (i + at) % 50) },
  }))
  const load = { query: { createMissing: 'truck' }, body: { things } }
  const { status, text } = await send(wireOf('telemetry.ingestThingsColumnar', load, key))
  if (status !== 200) throw new Error(`The samples were answered ${status}: ${text}`)
  const query = {
    ...{ ids: things.map(({ thingId }) => thingId).join(','), groupBy: 'thing', limit: SAMPLES },
    ...{ from: '2026-02-01T00:00:00Z', to: '2026-02-08T00:00:00Z' },
  }
  return wireOf('telemetry.thingsTimeseries', { query }, key)
}

/** Asks, and reads nothing but the beginning of the answer. Leaves after some milliseconds, or when it is disconnected. */
export function askUnread(
  port: number,
  { method, path, headers }: WireRequest,
  ms: number,
): Promise<{ readonly status: number }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let status = 0
    socket.once('data', (first: Buffer) => {
      status = Number(first.toString('latin1', 9, 12))
      socket.pause()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status }))
    const fields = Object.entries({ Host: 'bench', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.write(`${[`${method} ${path} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n`)
    setTimeout(() => socket.destroy(), ms)
  })
}
