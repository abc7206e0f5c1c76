// How long questions about one key's calls take over ten million rows of its log: usage, suggestions and replay. Rows are
// written straight into the store, spread evenly over 30 days, for keys that reach few and very many resources.
import { randomBytes } from 'node:crypto'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { actForOrganization, createOrganization, openCore, perform } from '@sluice/core'
import { median } from '../median.ts'
import { startStores } from '../stores.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 10_000_000)
const ROUNDS = 5
const DAYS = 30
const BLOCK = 1_000_000

interface Shape {
  readonly things: number
  readonly addresses: number
}

const shapes: readonly Shape[] = [
  { things: 100, addresses: 5 },
  { things: 5_000, addresses: 50 },
  { things: 50_000, addresses: 5_000 },
]

const stores = await startStores()
const core = openCore({
  databaseUrl: stores.url,
  clickhouseUrl: stores.clickhouseUrl,
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const client = createClient({ url: stores.clickhouseUrl })
try {
  await createOrganization(core, { id: 'bench', name: 'Bench' })
  console.log(
    `${ROWS.toLocaleString('en')} rows a key; milliseconds, median of ${ROUNDS} and longest`,
  )
  console.log(
    '| things | addresses | usage | suggestions | replay | rows/s written | bytes a row |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|')
  for (const shape of shapes) await report(shape)
} finally {
  await client.close()
  await core.close()
  await stores.stop()
}

async function report(shape: Shape): Promise<void> {
  const actor = await actForOrganization(core, 'bench', 'bench')
  if (!actor) throw new Error('The organization was not made.')
  const act = { actor, requestId: 'bench', address: null }
  const scopes = (['read', 'write'] as const).map((action) => ({ action, resourceFilter: '#' }))
  const body = { keyType: 'Admin' as const, name: 'bench', scopes }
  const { id: keyId } = await perform(core, { ...act, name: 'keys.create', call: { body } })
  await client.command({ query: 'TRUNCATE TABLE requests' })
  const rate = await fill(client, actor.organization.number, keyId, shape)
  const params = { keyId }
  const narrower = {
    scopes: [{ action: 'read' as const, resourceFilter: 'PLACE/Site/site-1/THING/#/#' }],
  }
  const figures = [
    await time(() =>
      perform(core, { ...act, name: 'keys.usage', call: { params, query: { days: DAYS } } }),
    ),
    await time(() =>
      perform(core, { ...act, name: 'keys.suggestions', call: { params, query: { days: DAYS } } }),
    ),
    await time(() =>
      perform(core, {
        ...act,
        name: 'keys.replay',
        call: { params, body: { ...narrower, days: DAYS } },
      }),
    ),
  ]
  const cells = [shape.things, shape.addresses, ...figures, Math.round(rate), await bytesARow()]
  console.log(`| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`)
}

/** Rows a second. As the log does, in the order of time; in larger blocks, as merged parts would be. */
async function fill(to: ClickHouseClient, organization: number, key: string, shape: Shape) {
  const began = performance.now()
  const start = Date.now() - DAYS * 86_400_000
  const step = (DAYS * 86_400_000) / ROWS
  for (let from = 0; from < ROWS; from += BLOCK) {
    await to.command({
      query: `
        INSERT INTO requests
        SELECT ${organization}, '${key}', fromUnixTimestamp64Milli(toInt64(${start} + number * ${step}), 'UTC'),
          ['things.get', 'telemetry.recent', 'things.update'][1 + hash % 3], 'standard',
          [200, 200, 200, 200, 200, 200, 200, 200, 404, 429][1 + intDiv(hash, 3) % 10] AS code,
          multiIf(code = 404, 'not-found', code = 429, 'rate-limited', ''),
          '10.' || toString(intDiv(hash, 30) % ${shape.addresses} % 256) || '.' ||
            toString(intDiv(intDiv(hash, 30) % ${shape.addresses}, 256)) || '.1',
          1000 + hash % 5000,
          concat(hash % 3 = 2 ? 'write ' : 'read ', own, ' PLACE/Site/site-', toString(thing % 20), '/', own), 1
        FROM (
          SELECT number, cityHash64(number) AS hash, intDiv(hash, 1000003) % ${shape.things} AS thing,
            'THING/truck/truck-' || toString(thing) AS own
          FROM numbers(${from}, ${Math.min(BLOCK, ROWS - from)})
        )`,
    })
  }
  return (ROWS / (performance.now() - began)) * 1000
}

async function bytesARow(): Promise<number> {
  const query = `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'requests'`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const [row] = await answer.json<{ bytes: number }>()
  return Math.round(Number(row?.bytes) / ROWS)
}

async function time(ask: () => Promise<unknown>): Promise<string> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await ask()
    taken.push(performance.now() - began)
  }
  return `${median(taken).toFixed(0)} / ${Math.max(...taken).toFixed(0)}`
}
