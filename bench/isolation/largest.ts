import type { Tenant } from '@sluice/api/testing/tenant'
import { wireOf } from '@sluice/api/testing/wire'
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
import { gatewayCalls } from './gateway-calls.ts'
import { judgedAttributes } from './judged-attributes.ts'
import { largeFleet } from './large-fleet.ts'
import { lateSamples } from './late-samples.ts'
import { type MakeShot, range, SAMPLES, START, THINGS } from './made.ts'
import { manyListeners } from './many-listeners.ts'
import { manyNeeds } from './many-needs.ts'
import { wideQuestions } from './wide-questions.ts'

/** A row of calls that take, or are answered, as much as the product allows. */
export interface Largest {
  readonly row: string
  readonly shots: () => Iterable<Shot> | AsyncIterable<Shot>
}

/** What no schema tells: bulk bodies, which their own readers judge, and answers about all that an organization may have. */
export async function largestRows(tenant: Tenant): Promise<readonly Largest[]> {
  const { key, id } = await tenant.mint()
  await makeLabelled(tenant)
  const shot: MakeShot = (name, what, call) => ({
    what,
    request: wireOf(name, call, key),
  })
  const thing = { thingId: 'truck-1' }
  const columns = (what: string, body: object, query = {}) =>
    shot('telemetry.ingestColumnar', what, { params: thing, query, body })
  const read = (
    name: Parameters<MakeShot>[0],
    what: string,
    query: object,
    params: object = thing,
  ) =>
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
    {
      row: 'a million strings',
      *shots() {
        const labelled = { thingId: 'labelled-1' }
        const texts = { states: (i: number) => `state ${i % 50}`, distinct: (i: number) => `${i}` }
        for (const [what, of] of Object.entries(texts)) {
          const body = {
            ...{ start: START, stepSeconds: 1, count: SAMPLES },
            values: { state: range(SAMPLES, of) },
          }
          yield shot('telemetry.ingestColumnar', `columns, ${what}`, { params: labelled, body })
        }
        // As many as 16 MiB take.
        for (const [type, rows] of [
          [utf8(), 800_000],
          [dictionary(utf8()), SAMPLES],
        ] as const) {
          const body = arrowTable({ of: texts.states, type }, 'state', rows)
          yield shot('telemetry.ingestArrow', `Arrow, ${rows}`, { params: labelled, body })
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
    { row: 'late samples in a long series', shots: () => lateSamples(shot) },
    { row: 'a million values of many things', shots: () => wideQuestions(shot) },
    { row: 'ten thousand things of a hundred metrics', shots: () => largeFleet(shot) },
    { row: 'a thousand things that fifty integrations hear of', shots: () => manyListeners(shot) },
    { row: 'attributes that are expensive to validate', shots: () => judgedAttributes(shot) },
    { row: 'calls of very many needs', shots: () => manyNeeds(shot, id) },
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

/** A thing that accepts strings. */
async function makeLabelled({ act }: Tenant): Promise<void> {
  await act('metricDefinitions.create', {
    body: { id: 'state', name: 'State', valueType: 'string' },
  })
  const metrics = [{ key: 'state', metricDefinitionId: 'state' }]
  await act('thingTypes.create', { body: { id: 'labelled', name: 'Labelled', metrics } })
  const body = { id: 'labelled-1', name: 'Labelled 1', thingTypeId: 'labelled' }
  await act('things.create', { body })
}

/** Full things of a batch: as many as it takes. */
const BATCH = 90

/** A thousand things with as many attributes as they may have, in as many batches as they take. */
function* fullThings(shot: MakeShot): Generator<Shot> {
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

function arrowTable(
  { of, type }: { of: (i: number) => unknown; type: DataType },
  metric = 'temperature',
  rows = SAMPLES,
): Uint8Array {
  const table = tableFromArrays(
    { timestamp: range(rows, (i) => START + i * 1000), [metric]: range(rows, of) },
    { types: { timestamp: int64(), [metric]: type } },
  )
  return tableToIPC(table, { format: 'stream' }) ?? new Uint8Array()
}
