// The product's own server, with one key and budgets that a bench does not exhaust.
import { randomBytes } from 'node:crypto'
import { buildServer, createLogger } from '@sluice/api'
import { actForOrganization, type Core, createOrganization, openCore, perform } from '@sluice/core'
import { serving, subjectOptions } from '../subject.ts'

const { logLevel, ...urls } = subjectOptions<{
  databaseUrl: string
  clickhouseUrl: string
  logLevel: string
}>()
const organization = `bench-${randomBytes(4).toString('hex')}`

const opened = openCore({
  ...urls,
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const core = { ...opened, buckets: roomy(opened.buckets) }
const apiUrl = 'http://api.example'
const app = await buildServer({
  ...{ core, apiUrl, databaseUrl: urls.databaseUrl },
  origins: ['http://console.example'],
  trustedProxies: [],
  logger: createLogger(logLevel),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url: `${url}/v2/key`, headers: { 'X-Api-Key': await newKey() } }, async () => {
  await app.close()
  await opened.close()
})

async function newKey(): Promise<string> {
  await createOrganization(core, { id: organization, name: organization })
  const actor = await actForOrganization(core, 'bench', organization)
  if (!actor) throw new Error('The organization was not made.')
  const scopes = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]
  const call = { body: { keyType: 'External' as const, name: 'bench', scopes } }
  const created = await perform(core, {
    name: 'keys.create',
    ...{ actor, call, requestId: 'bench', address: null },
  })
  return created.key
}

/** The same buckets with room for any load: every request still takes and settles its unit. */
function roomy(buckets: Core['buckets']): Core['buckets'] {
  const limit = { perMinute: 600_000_000, burst: 100_000_000 }
  return {
    take: (bucket) => buckets.take(bucket, limit),
    add: (bucket, _, units) => buckets.add(bucket, limit, units),
    level: (bucket) => buckets.level(bucket, limit),
  }
}
