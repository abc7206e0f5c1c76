// One API process of several on the same stores, with budgets that a bench does not exhaust.
import { buildServer, createLogger } from '@sluice/api'
import { type Core, openCore } from '@sluice/core'
import { serving, subjectOptions } from '../subject.ts'
import { roomy } from '../verify/roomy.ts'

const { pepper, ...urls } = subjectOptions<{
  databaseUrl: string
  clickhouseUrl: string
  pepper: string
}>()
const opened = openCore({ ...urls, peppers: new Map([[1, pepper]]) })
const core: Core = {
  ...opened,
  buckets: roomy(opened.buckets),
  // All callers of the bench share one address, whose refusals are the point here.
  addresses: { ...opened.addresses, check() {}, countFailure() {}, blame() {} },
}
const app = await buildServer({
  core,
  apiUrl: 'http://api.example',
  origins: [],
  trustedProxies: [],
  logger: createLogger('fatal'),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url }, async () => {
  await app.close()
  await opened.close()
})
