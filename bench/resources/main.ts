// Lists, reads and changes of things over HTTP with a key, in an organization of 1,000 things and in one of 50,000, and
// how many rows Postgres reads for a page of each list.
import { randomBytes } from 'node:crypto'
import { actForOrganization, openCore } from '@sluice/core'
import { Client } from 'pg'
import { startStores } from '../stores.ts'
import { type Subject, startSubject } from '../subject.ts'
import { type Ask, asker, type Latencies, timed } from './ask.ts'
import { thing } from './fleet.ts'
import { deeper, type List, lists, PAGE, scopesOf } from './lists.ts'
import { examined } from './rows.ts'

const SIZES = [1_000, Number(process.env.BENCH_THINGS ?? 50_000)]
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const BATCH = 1_000
const BATCHES = 10

interface Row extends Latencies {
  readonly rows?: number
}

type Rows = Map<string, Row>

const stores = await startStores()
const peppers = new Map([[1, randomBytes(32).toString('hex')]])
const { url: databaseUrl, clickhouseUrl } = stores
const core = openCore({ databaseUrl, clickhouseUrl, peppers })
const client = new Client({ connectionString: databaseUrl })
await client.connect()
try {
  const found: Rows[] = []
  for (const size of SIZES) found.push(await measureSize(size))
  report(found)
} finally {
  await client.end()
  await core.close()
  await stores.stop()
}

async function measureSize(size: number): Promise<Rows> {
  const organization = `bench-${size}`
  const file = new URL('./subjects/sluice.ts', import.meta.url)
  const options = { databaseUrl, clickhouseUrl, organization }
  const subject = await startSubject('Sluice', file, options)
  try {
    const ask = asker(subject.url, subject.headers)
    for (let from = 0; from < size; from += BATCH) await makeBatch(ask, from)
    // As autovacuum would within a minute or so.
    await client.query('VACUUM (ANALYZE) things, fleet_members, audit_entries')
    const rows: Rows = new Map()
    await measureLists(rows, subject, size, organization)
    await measureLimit(rows, organization)
    await measureChanges(rows, ask, size)
    return rows
  } finally {
    await subject.stop()
  }
}

async function measureLists(rows: Rows, subject: Subject, size: number, organization: string) {
  const whole = asker(subject.url, subject.headers)
  const actor = await actForOrganization(core, 'bench', organization)
  if (!actor) throw new Error('The organization was not made.')
  await timed(ROUNDS, () => whole('GET', `/v2/things?limit=${PAGE}`))
  for (const list of [...lists, ...(await deeper(whole, size))]) {
    const ask = await askerOf(subject, whole, list)
    const path = `/v2/things?${new URLSearchParams({ limit: String(PAGE), ...list.query })}`
    await timed(Math.min(20, ROUNDS), () => ask('GET', path))
    const latencies = await timed(ROUNDS, () => ask('GET', path))
    rows.set(`list: ${list.name}`, {
      ...latencies,
      rows: await examined(core, actor, list, client),
    })
  }
}

/** With a key that reaches no more than the list's own filters, where it has some. */
async function askerOf({ url, headers }: Subject, whole: Ask, { reach }: List): Promise<Ask> {
  if (reach === undefined) return whole
  const body = { keyType: 'External', name: 'scoped', scopes: scopesOf(reach) }
  const { key } = await whole<{ key: string }>('POST', '/v2/keys', body)
  return asker(url, { ...headers, 'X-Api-Key': key })
}

/** A first page's rows by one prepared statement: what of a list's time is the database's, and the driver's. */
async function measureLimit(rows: Rows, organization: string): Promise<void> {
  const text = `
    SELECT thing.*, ARRAY(
      SELECT "fleetId" FROM fleet_members AS member
      WHERE member."organizationId" = thing."organizationId" AND member."thingId" = thing.id
      ORDER BY 1) AS "fleetIds"
    FROM things AS thing WHERE thing."organizationId" = $1 ORDER BY thing.id LIMIT ${PAGE + 1}`
  const statement = { name: `page-${organization}`, text, values: [organization] }
  await timed(Math.min(20, ROUNDS), () => client.query(statement))
  rows.set(
    'limit: the first page by one prepared statement',
    await timed(ROUNDS, () => client.query(statement)),
  )
}

async function measureChanges(rows: Rows, ask: Ask, size: number): Promise<void> {
  const any = (round: number) => `/v2/thing/${thing((round * 7919) % size).id}`
  rows.set('get', await timed(ROUNDS, (round) => ask('GET', any(round))))
  const create = (round: number) => ask('POST', '/v2/things', thing(size + round))
  rows.set('create', await timed(ROUNDS, create))
  const update = (round: number) => ask('PATCH', any(round), { name: `Renamed ${round}` })
  rows.set('update', await timed(ROUNDS, update))
  const batch = (round: number) => makeBatch(ask, size + ROUNDS + round * BATCH)
  rows.set(`batch that creates ${BATCH.toLocaleString('en')}`, await timed(BATCHES, batch))
}

function makeBatch(ask: Ask, from: number): Promise<unknown> {
  const things = Array.from({ length: BATCH }, (_, i) => thing(from + i))
  return ask('POST', '/v2/things/batch', { mode: 'create', things })
}

function report(found: readonly Rows[]): void {
  console.log(`Pages of ${PAGE}, ${ROUNDS} requests one after the other, milliseconds\n`)
  const sizes = SIZES.map((size) => size.toLocaleString('en'))
  const heads = sizes.flatMap((size) => [`${size}: p50`, 'p99', 'rows read'])
  console.log(`| what | ${heads.join(' | ')} |\n|---|${'---:|'.repeat(heads.length)}`)
  for (const what of found[0]?.keys() ?? []) {
    const cells = found.flatMap((rows) => cellsOf(rows.get(what)))
    console.log(`| ${what} | ${cells.join(' | ')} |`)
  }
}

function cellsOf(row: Row | undefined): string[] {
  if (!row) return ['', '', '']
  const { p50, p99, rows } = row
  return [p50.toFixed(1), p99.toFixed(1), rows === undefined ? '' : rows.toLocaleString('en')]
}
