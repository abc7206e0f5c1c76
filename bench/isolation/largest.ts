import type { Tenant } from '@sluice/api/testing/tenant'
import { wireOf } from '@sluice/api/testing/wire'
import type { OperationName } from '@sluice/contract'
import { otlpJson, otlpRequest, remoteWrite } from '@sluice/telemetry/testing'
import {
  type DataType,
  dictionary,
  float64,
  int64,
  tableFromArrays,
  tableToIPC,
  utf8,
} from '@uwdata/flechette'
import type { Shot } from './attack.ts'

const SAMPLES = 1_000_000
const THINGS = 1000
const START = Date.UTC(2026, 0, 1)

/** A row of calls that take, or are answered, as much as the product allows. */
export interface Largest {
  readonly row: string
  readonly shots: () => Iterable<Shot>
}

/** What no schema tells: bulk bodies, which their own readers judge, and answers about all that an organization may have. */
export async function largestRows(tenant: Tenant): Promise<readonly Largest[]> {
  const { key } = await tenant.mint()
  const shot = (name: OperationName, what: string, call: object): Shot => ({
    what,
    request: wireOf(name, call, key),
  })
  const thing = { thingId: 'truck-1' }
  const columns = (what: string, body: object, query = {}) =>
    shot('telemetry.ingestColumnar', what, { params: thing, query, body })
  const read = (name: OperationName, what: string, query: object, params: object = thing) =>
    shot(name, what, {
      params,
      query: { from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z', ...query },
    })
  return [
    {
      row: 'a million samples as columns',
      *shots() {
        const regular = { start: START, stepSeconds: 1, count: SAMPLES }
        yield columns('good', {
          ...regular,
          values: { temperature: range(SAMPLES, (i) => (i % 50) / 2) },
        })
        yield columns('bad', { ...regular, values: { temperature: range(SAMPLES, () => 999) } })
        yield columns(
          'bad, left out',
          { ...regular, values: { temperature: range(SAMPLES, () => 'x') } },
          { onError: 'skip' },
        )
        yield columns('times descending', {
          timestamps: range(500_000, (i) => START + (SAMPLES - i) * 1000),
          values: { temperature: range(500_000, () => 1) },
        })
        yield columns('unknown metrics', {
          timestamps: [START],
          values: Object.fromEntries(range(9000, (i) => [`m${i}`, [1]])),
        })
      },
    },
    {
      row: 'ten thousand frames',
      *shots() {
        const frames = (value: unknown) =>
          range(10_000, (i) => ({
            timestamp: new Date(START + i * 1000).toISOString(),
            values: { temperature: value },
          }))
        for (const value of [4.5, 'x', null]) {
          yield shot('telemetry.ingest', JSON.stringify(value), {
            params: thing,
            body: { frames: frames(value) },
          })
        }
        const many = Object.fromEntries(range(100, (i) => [`m${i}`, 1]))
        const wide = range(10_000, (i) => ({ timestamp: START + i, values: many }))
        yield shot('telemetry.ingest', 'unknown metrics', { params: thing, body: { frames: wide } })
      },
    },
    {
      row: 'a million samples as Arrow',
      *shots() {
        for (const [what, column] of Object.entries(arrowColumns)) {
          yield shot('telemetry.ingestArrow', what, { params: thing, body: arrowTable(column) })
        }
      },
    },
    { row: 'a thousand things in one call', shots: () => gatewayCalls(shot) },
    {
      row: 'a series of ten thousand points',
      *shots() {
        for (const format of ['json', 'csv', 'arrow']) {
          yield read('telemetry.timeseries', `raw, ${format}`, { limit: 10_000, format })
        }
        yield read('telemetry.timeseries', 'minutes', { limit: 10_000, interval: '1m' })
        yield read('telemetry.timeseries', 'thinned out', { downsample: 'lttb' })
        for (const interval of ['1h', '1d', '1mo']) {
          yield read('telemetry.timeseries', `three centuries by ${interval}`, {
            ...{ from: '1900-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z', limit: 10_000 },
            ...{ interval, fill: 'null', timezone: 'Africa/Casablanca' },
          })
        }
        yield read('telemetry.summary', 'summary', {})
        const centuries = { from: '1900-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z' }
        yield read('telemetry.summary', 'summary of three centuries', centuries)
      },
    },
    { row: 'a million values of many things', shots: () => wideQuestions(shot) },
    {
      row: 'a thousand full things',
      *shots() {
        yield* fullThings(shot)
        for (const sort of ['id', '-name']) {
          yield shot('things.list', `list by ${sort}`, { query: { limit: 1000, sort } })
        }
        yield shot('things.list', 'list of some fields', {
          query: { limit: 1000, fields: 'id,attributes' },
        })
        yield shot('audit.list', 'audit log', { query: { limit: 1000 } })
        yield shot('thingTypes.update', 'another schema', {
          params: { thingTypeId: 'truck' },
          body: {
            attributesSchema: {
              type: 'object',
              additionalProperties: { type: ['string', 'number'] },
            },
          },
        })
        yield read(
          'telemetry.siteTimeseries',
          'of a site by thing',
          { groupBy: 'thing', interval: '1h', limit: 1000 },
          { siteId: 'yard' },
        )
        yield read(
          'telemetry.siteRecent',
          'recent values of a site',
          { groupBy: 'thing', limit: 1000 },
          { siteId: 'yard' },
        )
      },
    },
    {
      row: 'a template of five thousand things',
      *shots() {
        const resources = [
          {
            ...{ kind: 'thing', id: 'made-{{index}}', count: 5000 },
            properties: {
              ...{ name: '{{text}}', thingTypeId: 'truck', description: '{{text}}'.repeat(100) },
              attributes: Object.fromEntries(range(50, (i) => [`a${i}`, '{{text}} {{index}}'])),
            },
          },
        ]
        const parameters = [{ name: 'text', type: 'string' }]
        const body = { id: 'large', name: 'Large', parameters, resources }
        yield shot('templates.create', 'create', { body })
        for (const text of ['x', 'x'.repeat(20), '{{'.repeat(2000)]) {
          const apply = { parameters: { text }, validateOnly: true }
          yield shot('templates.apply', `plan with ${text.length} signs`, {
            params: { templateId: 'large' },
            body: apply,
          })
        }
        const apply = { parameters: { text: 'x' } }
        yield shot('templates.apply', 'apply', { params: { templateId: 'large' }, body: apply })
      },
    },
  ]
}

/** A hundred things of ten thousand samples each, and answers about all of them. */
function* wideQuestions(
  shot: (name: OperationName, what: string, call: object) => Shot,
): Generator<Shot> {
  const minutes = { start: START, stepSeconds: 60, count: 10_000 }
  const things = range(100, (i) => ({
    ...{ thingId: `wide-${i}`, ...minutes },
    values: { temperature: range(10_000, (at) => (i + at) % 50) },
  }))
  yield shot('telemetry.ingestThingsColumnar', 'a million samples', {
    ...{ query: { createMissing: 'truck' }, body: { things } },
  })
  const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z', limit: 10_000 }
  const ids = things.map(({ thingId }) => thingId).join(',')
  const forms: [string, object][] = [
    ['averages', { aggregate: 'avg' }],
    ['medians', { aggregate: 'p50' }],
    ['changes', { aggregate: 'delta' }],
    ['last values', { aggregate: 'last' }],
  ]
  for (const [what, form] of forms) {
    for (const time of ['first', 'second']) {
      const query = { ...span, ...form, ids, groupBy: 'thing', interval: '1m' }
      yield shot('telemetry.thingsTimeseries', `${what} by the minute, ${time}`, { query })
    }
  }
  for (const groupBy of ['thing', 'none']) {
    yield shot('telemetry.thingsTimeseries', `averages by the hour, by ${groupBy}`, {
      query: { ...span, ids, groupBy, interval: '1h', aggregate: 'avg' },
    })
  }
  for (const format of ['csv', 'arrow']) {
    yield shot('telemetry.thingsTimeseries', `averages by the minute as ${format}`, {
      query: { ...span, ids, groupBy: 'thing', interval: '1m', aggregate: 'avg', format },
    })
  }
  for (const fill of ['null', 'previous', 'linear']) {
    yield shot('telemetry.thingsTimeseries', `averages by the minute, filled: ${fill}`, {
      query: { ...span, ids, groupBy: 'thing', interval: '1m', aggregate: 'avg', fill },
    })
  }
  const labels = things.map(({ thingId: id }, i) => ({ id, labels: { wide: `group ${i}` } }))
  yield shot('things.batch', 'a label for each', { body: { things: labels } })
  yield shot('telemetry.thingsTimeseries', 'averages by the minute, by a label', {
    query: { ...span, label: 'wide', groupBy: 'label:wide', interval: '1m', aggregate: 'avg' },
  })
  yield shot('telemetry.thingsTimeseries', 'raw samples', {
    query: { ...span, ids, groupBy: 'thing' },
  })
  yield shot('telemetry.thingsTimeseries', 'thinned out', {
    query: { ...span, ids, groupBy: 'thing', downsample: 'lttb', maxPoints: 500 },
  })
  yield shot('telemetry.thingsSummary', 'summary', { query: { ...span, ids, limit: 100 } })
}

/** Full things of a batch: as many as it takes. */
const BATCH = 90

/** A thousand things with as many attributes as they may have, in as many batches as they take. */
function* fullThings(
  shot: (name: OperationName, what: string, call: object) => Shot,
): Generator<Shot> {
  const attributes = Object.fromEntries(range(500, (i) => [`attribute-${i}`, `value ${i}`]))
  for (let first = 0; first < THINGS; first += BATCH) {
    const things = range(Math.min(BATCH, THINGS - first), (i) => ({
      ...{
        id: `full-${first + i}`,
        name: `Full ${first + i}`,
        thingTypeId: 'truck',
        siteId: 'yard',
      },
      ...{ description: 'x'.repeat(2000), attributes },
    }))
    yield shot('things.batch', 'batch of full things', { body: { things } })
  }
  const small = range(THINGS, (i) => ({ id: `full-${i}`, labels: { a: 'x' } }))
  yield shot('things.batch', 'batch that labels 1,000 full things', { body: { things: small } })
}

/** Columns of a table; each is a step of its own in reading it. */
const arrowColumns = {
  numbers: { of: (i: number) => i % 50, type: float64() },
  'whole numbers': { of: (i: number) => i % 50, type: int64() },
  'numbers out of bounds': { of: () => 999, type: float64() },
  texts: { of: (i: number) => `${i % 50}`, type: utf8() },
  'texts of a dictionary': { of: (i: number) => `${i % 50}`, type: dictionary(utf8()) },
}

/** Bodies of remote write of about the 4 MiB that one may have. */
function* requestsOfRemoteWrite(): Generator<[string, Buffer]> {
  const series = (count: number, labelsOf: (i: number) => Record<string, string>) =>
    range(count, (i) => ({ labels: labelsOf(i), samples: [[START + i * 1000, 1] as const] }))
  const temperature = { __name__: 'temperature' }
  yield [
    'series of a sample',
    remoteWrite(
      1,
      series(70_000, (i) => ({ ...temperature, thing: `gateway-${i % THINGS}` })),
    ),
  ]
  yield [
    'series that would be one metric',
    remoteWrite(
      1,
      series(60_000, (i) => ({ ...temperature, thing: 'gateway-1', i: `${i}` })),
    ),
  ]
  yield [
    'series that name no thing',
    remoteWrite(
      2,
      series(200_000, () => temperature),
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
function* gatewayCalls(
  shot: (name: OperationName, what: string, call: object) => Shot,
): Generator<Shot> {
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
  for (const ids of [utf8(), dictionary(utf8())]) {
    const columns = {
      thingId: range(SAMPLES, (i) => `gateway-${i % THINGS}`),
      timestamp: range(SAMPLES, (i) => START + i * 1000),
      temperature: range(SAMPLES, (i) => i % 50),
    }
    const types = { thingId: ids, timestamp: int64(), temperature: float64() }
    const body = tableToIPC(tableFromArrays(columns, { types }), { format: 'stream' })
    yield shot('telemetry.ingestThingsArrow', 'a million samples as Arrow', { query, body })
  }
}

function arrowTable({ of, type }: { of: (i: number) => unknown; type: DataType }): Uint8Array {
  const table = tableFromArrays(
    { timestamp: range(SAMPLES, (i) => START + i * 1000), temperature: range(SAMPLES, of) },
    { types: { timestamp: int64(), temperature: type } },
  )
  return tableToIPC(table, { format: 'stream' }) ?? new Uint8Array()
}

function range<Made>(count: number, make: (i: number) => Made): Made[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
