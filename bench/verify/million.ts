// What a request costs with a thousand keys and with a million in 100,000 organizations, remembered and not; and
// what the remembered keys take of memory. `run` is measured in process, without HTTP around it.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  actForOrganization,
  type Core,
  createOrganization,
  openCore,
  perform,
  run,
} from '@sluice/core'
import { Client } from 'pg'
import { median } from '../median.ts'
import { type BenchDatabase, startDatabase } from '../stores.ts'
import { roomy } from './roomy.ts'

const SAMPLE = 200
const ROUNDS = 5
const FILL = Number(process.env.BENCH_FILL ?? 20_000)

const peppers = new Map([[1, randomBytes(32).toString('hex')]])
const database = await startDatabase()
try {
  const strings = await sampleKeys(database)
  console.log(
    '| keys | organizations | remembered: us | CPU us | looked up: ms p50 | p99 | CPU ms |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|')
  for (const [keys, organizations] of [
    [1_000, 100],
    [1_000_000, 100_000],
  ] as const) {
    await populate(database, keys, organizations)
    await report(database, strings, keys, organizations)
  }
  await reportMemory(database)
} finally {
  await database.stop()
}

function open({ url }: BenchDatabase) {
  // Telemetry is never asked; the request log finds no store and drops its rows.
  const clickhouseUrl = 'http://127.0.0.1:9'
  const core = openCore({ databaseUrl: url, clickhouseUrl, peppers })
  return { ...core, buckets: roomy(core.buckets) }
}

async function hearing(core: Core): Promise<void> {
  while (!core.changes.isCurrent()) await sleep(10)
}

/** Keys whose strings are known, made the way they always are. */
async function sampleKeys(stores: BenchDatabase): Promise<string[]> {
  const core = open(stores)
  await createOrganization(core, { id: 'sample', name: 'Sample' })
  const actor = await actForOrganization(core, 'bench', 'sample')
  if (!actor) throw new Error('The organization was not made.')
  const strings: string[] = []
  for (let i = 0; i < SAMPLE; i += 1) {
    const scopes = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]
    const call = { body: { keyType: 'External' as const, name: `sample ${i}`, scopes } }
    const { key } = await perform(core, {
      name: 'keys.create',
      ...{ actor, call, requestId: 'bench', address: null },
    })
    strings.push(key)
  }
  await core.close()
  return strings
}

/** Brings the tables to these counts, straight in SQL: strings that nobody has belong to these keys. */
async function populate({ url }: BenchDatabase, keys: number, organizations: number) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO organizations (id, name, slug)
     SELECT 'org-' || i, 'Organization ' || i, 'org-' || i FROM generate_series(1, $1) i
     ON CONFLICT DO NOTHING`,
    [organizations],
  )
  const { rows } = await client.query('SELECT count(*)::int AS present FROM keys')
  for (let from = rows[0].present + 1; from <= keys; from += 100_000) {
    await client.query(
      `INSERT INTO keys (id, "organizationId", "keyType", name, digest, "pepperVersion", "lastFour",
                         scopes, "allowedIpCidrs", "updatedAt", "createdBy")
       SELECT lpad(i::text, 12, '0'), 'org-' || (1 + i % $3), 'External', 'Partner ' || i,
              sha256(i::text::bytea), 1, 'abcd',
              jsonb_build_array(jsonb_build_object('action', 'read', 'resourceFilter',
                'PLACE/Site/site-' || i || '/THING/#/#')),
              ARRAY['192.0.2.0/24'], now(),
              '{"type": "system", "id": "bench", "name": "bench"}'
       FROM generate_series($1::int, $2::int) i`,
      [from, Math.min(keys, from + 99_999), organizations],
    )
  }
  await client.query('ANALYZE keys')
  await client.end()
}

async function report(
  stores: BenchDatabase,
  strings: readonly string[],
  keys: number,
  organizations: number,
) {
  const warm: Timing[] = []
  const cold: Timing[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const core = open(stores)
    await hearing(core)
    cold.push(await time(core, strings))
    for (let i = 0; i < 20; i += 1) await time(core, strings)
    warm.push(await time(core, Array.from({ length: 50 }, () => strings).flat()))
    await core.close()
  }
  const of = (timings: Timing[], figure: keyof Timing) => median(timings.map((t) => t[figure]))
  console.log(
    `| ${keys.toLocaleString('en')} | ${organizations.toLocaleString('en')} ` +
      `| ${of(warm, 'p50').toFixed(1)} | ${of(warm, 'cpu').toFixed(1)} ` +
      `| ${(of(cold, 'p50') / 1000).toFixed(2)} | ${(of(cold, 'p99') / 1000).toFixed(2)} ` +
      `| ${(of(cold, 'cpu') / 1000).toFixed(2)} |`,
  )
}

/** Microseconds a request, one after the other. */
interface Timing {
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}

async function time(core: Core, strings: readonly string[]): Promise<Timing> {
  const taken: number[] = []
  const before = process.cpuUsage()
  for (const keyString of strings) {
    const started = performance.now()
    const answer = await run(core, {
      ...{ name: 'keys.self', keyString, address: '192.0.2.1', requestId: 'bench' },
      ...{ ifMatch: undefined, params: {}, query: {}, readBody: undefined },
    })
    taken.push((performance.now() - started) * 1000)
    if ('problem' in answer) throw answer.problem
  }
  const { user, system } = process.cpuUsage(before)
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), cpu: (user + system) / strings.length }
}

/** Looks FILL keys up, so that they are remembered, and tells what that took of the heap. */
async function reportMemory(stores: BenchDatabase): Promise<void> {
  const core = open(stores)
  await hearing(core)
  const before = heapAfterCollection()
  const ids = Array.from({ length: FILL }, (_, i) => String(500_000 + i).padStart(12, '0'))
  for (let from = 0; from < ids.length; from += 100) {
    await Promise.all(ids.slice(from, from + 100).map((id) => core.knownKeys.find(id)))
  }
  const taken = heapAfterCollection() - before
  const { keys } = core.knownKeys.size()
  console.log(
    `\n${keys.toLocaleString('en')} keys remembered take ${(taken / 1024 / 1024).toFixed(1)} MiB: ` +
      `${Math.round(taken / keys)} bytes each.`,
  )
  await core.close()
}

function heapAfterCollection(): number {
  if (!globalThis.gc) throw new Error('Run this with --expose-gc: npm run bench -- million')
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
