import { otlpJson, otlpRequest, remoteWrite } from '@sluice/telemetry/testing'
import { dictionary, float64, int64, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette'
import type { Shot } from './attack.ts'
import { type MakeShot, range, START, THINGS } from './made.ts'

/** Bodies of remote write of about the 4 MiB that one may have. */
function* requestsOfRemoteWrite(): Generator<[string, Buffer]> {
  const series = (count: number, labelsOf: (i: number) => Record<string, string>) =>
    range(count, (i) => ({ labels: labelsOf(i), samples: [[START + i * 1000, 1] as const] }))
  const temperature = { __name__: 'temperature' }
  yield [
    'series of a sample',
    remoteWrite(
      1,
      series(60_000, (i) => ({ ...temperature, thing: `gateway-${i % THINGS}` })),
    ),
  ]
  yield [
    'series that would be one metric',
    remoteWrite(
      1,
      series(50_000, (i) => ({ ...temperature, thing: 'gateway-1', i: `${i}` })),
    ),
  ]
  yield [
    'series that name no thing',
    remoteWrite(
      2,
      series(170_000, () => temperature),
    ),
  ]
  const note = 'x'.repeat(2_000_000)
  yield [
    'series of one long label',
    remoteWrite(
      2,
      series(60_000, () => ({ ...temperature, thing: 'gateway-1', note })),
    ),
  ]
  const longest = Object.fromEntries(range(100, (i) => [`l${i}`, 'x'.repeat(70)]))
  yield [
    'series of labels as long as they may be',
    remoteWrite(
      2,
      series(15_000, (i) => ({ ...temperature, thing: `gateway-${i % THINGS}`, ...longest })),
    ),
  ]
  const samples = range(10_000, (i) => [START + i * 1000, 1] as const)
  const long = range(20, (i) => ({ labels: { ...temperature, thing: `gateway-${i}` }, samples }))
  yield ['series of ten thousand samples', remoteWrite(2, long)]
  yield ['empty series', Buffer.alloc(4_000_000, Buffer.from([10, 0]))]
  yield ['empty series of version 2', Buffer.alloc(4_000_000, Buffer.from([42, 0]))]
  yield ['empty symbols', Buffer.alloc(4_000_000, Buffer.from([34, 0]))]
}

/** Bodies of OTLP of about the 4 MiB that one may have; the JSON among them as text. */
function* requestsOfOtlp(): Generator<[string, Buffer | string]> {
  const points = (count: number, resource: object = {}) =>
    range(count, (i) => ({
      resource: { ...resource, 'host.name': `gateway-${i % THINGS}` },
      time: START + i * 1000,
      value: 1.5,
    }))
  yield ['points', otlpRequest(points(50_000))]
  yield ['points as JSON', JSON.stringify(otlpJson(points(13_000)))]
  const attributes = Object.fromEntries(range(127, (i) => [`attribute.${i}`, 'x'.repeat(20)]))
  yield ['points of many attributes', otlpRequest(points(800, attributes))]
  yield ['empty resources', Buffer.alloc(4_000_000, Buffer.from([10, 0]))]
  const many = '{"resourceMetrics":['
  yield ['empty resources as JSON', `${many}${'{},'.repeat(1_000_000)}{}]}`]
}

/** What a gateway sends for as many things as one call may be about. */
export function* gatewayCalls(shot: MakeShot): Generator<Shot> {
  const query = { onError: 'skip', createMissing: 'truck' }
  const frames = (idOf: (i: number) => unknown, value: unknown) =>
    range(10_000, (i) => ({
      ...{ thingId: idOf(i), timestamp: START + i * 1000, values: { temperature: value } },
    }))
  const calls: [string, (i: number) => unknown, unknown][] = [
    ['created', (i) => `gateway-${i % THINGS}`, 4.5],
    ['of things that are there', (i) => `gateway-${i % THINGS}`, 5.5],
    ['of bad values', (i) => `gateway-${i % THINGS}`, 'x'],
    ['of missing things', (i) => `nobody-${i % THINGS}`, 4.5],
    ['of too many things', (i) => `nobody-${i}`, 4.5],
    ['of no thing', () => '\0'.repeat(64), 4.5],
  ]
  for (const [what, idOf, value] of calls) {
    const own = what === 'of missing things' ? { onError: 'skip' } : query
    const body = { frames: frames(idOf, value) }
    yield shot('telemetry.ingestThings', `frames ${what}`, { query: own, body })
  }
  const things = range(THINGS, (thing) => ({
    ...{ thingId: `gateway-${thing}`, start: START, stepSeconds: 1, count: 1000 },
    values: { temperature: range(1000, (i) => i % 50) },
  }))
  yield shot('telemetry.ingestThingsColumnar', 'a million samples as columns', {
    ...{ query, body: { things } },
  })
  const empty = range(8000, () => ({
    thingId: 'gateway-1',
    count: 1_000_000,
    stepSeconds: 0.001,
    start: START,
  }))
  yield shot('telemetry.ingestThingsColumnar', 'rows without values', {
    ...{ query, body: { things: empty } },
  })
  const lines: [string, string][] = [
    ['ten thousand lines', 'm,thing=gateway-1 temperature=1\n'.repeat(10_000)],
    ['a line of fields', `m,thing=gateway-1 ${'a=1,'.repeat(4_000_000)}b=1`],
    ['blank lines', '\n'.repeat(16_000_000)],
    ['comments', '#\n'.repeat(8_000_000)],
    ['strings that never end', 'm a="\n'.repeat(2_000_000)],
    ['blanks', ' '.repeat(16_000_000)],
    [
      'names in names',
      `${'{field}'.repeat(1100)},thing=gateway-1 ${'x'.repeat(8000)}=1\n`.repeat(1000),
    ],
  ]
  for (const [what, text] of lines) {
    const own = { ...query, metric: '{measurement}{field}' }
    yield shot('telemetry.ingestLines', what, { query: own, body: Buffer.from(text) })
  }
  for (const [what, body] of requestsOfRemoteWrite()) {
    yield shot('telemetry.ingestSeries', what, { query, body })
  }
  for (const [what, body] of requestsOfOtlp()) {
    const otlp = shot('telemetry.ingestOtlp', `OTLP: ${what}`, { query, body })
    if (typeof body !== 'string') yield otlp
    else {
      const { headers } = otlp.request
      const own = { ...headers, 'Content-Type': 'application/json' }
      yield { ...otlp, request: { ...otlp.request, headers: own, body } }
    }
  }
  // As many as 16 MiB take.
  for (const [ids, rows] of [
    [utf8(), 500_000],
    [dictionary(utf8()), 800_000],
  ] as const) {
    const columns = {
      thingId: range(rows, (i) => `gateway-${i % THINGS}`),
      timestamp: range(rows, (i) => START + i * 1000),
      temperature: range(rows, (i) => i % 50),
    }
    const types = { thingId: ids, timestamp: int64(), temperature: float64() }
    const body = tableToIPC(tableFromArrays(columns, { types }), { format: 'stream' })
    yield shot('telemetry.ingestThingsArrow', `${rows} samples as Arrow`, { query, body })
  }
}
