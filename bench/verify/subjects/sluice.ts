// The product's own server, with one key and budgets that a bench does not exhaust.
import { randomBytes } from 'node:crypto'
import { buildServer, createLogger } from '@sluice/api'
import { actForOrganization, createOrganization, openCore, perform } from '@sluice/core'
import { serving, subjectOptions } from '../../subject.ts'
import { roomy } from '../roomy.ts'

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
  ...{ core, apiUrl },
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
