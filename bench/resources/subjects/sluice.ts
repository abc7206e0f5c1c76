// The product's own server, with an organization that has the bench's types, sites and fleets, an Admin key to all of
// it, and budgets that a bench does not exhaust; delivering to receivers on this machine where asked to.
import { randomBytes } from 'node:crypto'
import { buildServer, createLogger, startJobs } from '@sluice/api'
import { actForOrganization, createOrganization, openCore, perform } from '@sluice/core'
import { serving, subjectOptions } from '../../subject.ts'
import { roomy } from '../../verify/roomy.ts'
import { FLEETS, SITES, TYPES } from '../fleet.ts'

const { organization, delivers, ...urls } = subjectOptions<{
  databaseUrl: string
  clickhouseUrl: string
  organization: string
  delivers?: boolean
}>()
const peppers = new Map([[1, randomBytes(32).toString('hex')]])
const opened = openCore({ ...urls, peppers, localReceivers: true })
const core = { ...opened, buckets: roomy(opened.buckets) }
const { databaseUrl } = urls
const logger = createLogger('warn')
const apiUrl = 'http://api.example'
const app = await buildServer({
  ...{ core, apiUrl, logger, origins: [], trustedProxies: [] },
})
const jobs = delivers ? startJobs({ core, databaseUrl, logger }) : undefined
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url, headers: { 'X-Api-Key': await prepare() } }, async () => {
  await app.close()
  await jobs?.close()
  await opened.close()
})

async function prepare(): Promise<string> {
  await createOrganization(core, { id: organization, name: organization })
  const actor = await actForOrganization(core, 'bench', organization)
  if (!actor) throw new Error('The organization was not made.')
  const by = { actor, requestId: 'bench', address: null }
  for (const id of TYPES) {
    await perform(core, { name: 'thingTypes.create', ...by, call: { body: { id, name: id } } })
  }
  for (const id of SITES) {
    await perform(core, { name: 'sites.create', ...by, call: { body: { id, name: id } } })
  }
  for (const id of FLEETS) {
    await perform(core, { name: 'fleets.create', ...by, call: { body: { id, name: id } } })
  }
  const scopes = (['admin', 'write', 'read'] as const).map((action) => ({
    ...{ action, resourceFilter: '#' },
  }))
  const body = { keyType: 'Admin' as const, name: 'bench', scopes }
  return (await perform(core, { name: 'keys.create', ...by, call: { body } })).key
}
