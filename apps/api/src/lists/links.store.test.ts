/** The Link of a table leads to its next page in the same format, for every row and format that has one. */
import { type ActorName, ARROW, actorNames, type Operation, operations } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { rawTo } from '../testing/raw.ts'
import { sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()
const below = useSharedTenant({ apiUrl: 'http://api.example/sluice' })

beforeAll(async () => {
  const { act } = at.tenant
  for (const id of ['b', 'c']) await act('sites.create', { body: { id, name: id } })
  await act('things.update', { params: { thingId: 'truck-1' }, body: { fleetIds: ['north'] } })
  const frames = [1, 2, 3].map((hour) => ({
    timestamp: `2026-06-01T0${hour}:00:00Z`,
    values: { temperature: hour },
  }))
  const params = { thingId: 'truck-1' }
  await act('telemetry.ingest', { params, query: {}, body: { frames } })
})

const formats: Record<string, string> = { 'text/csv': 'csv', [ARROW]: 'arrow' }

const tables = actorNames.flatMap((name) => {
  const { mediaTypes = [] }: Operation = operations[name]
  return mediaTypes.flatMap((type) => (formats[type] ? [[name, type] as const] : []))
})

async function get(url: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    headers: { 'X-Api-Key': at.admin, Origin: 'http://console.example', ...headers },
  })
  const content = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
  return { status: response.status, headers: response.headers, content, next }
}

/** Options of a page that its next page must keep. */
async function urlOf(name: ActorName): Promise<URL> {
  const { params = {}, query = {} } = await sampleCalls[name](at.tenant)
  const path = operations[name].path.replace(/\{(\w+)\}/, (_, key: string) => params[key] ?? '')
  const url = new URL(path, at.api.url)
  const options =
    name === 'audit.list'
      ? { count: 'true', fields: 'operation,resource', sort: 'at' }
      : { ...query, interval: '1h', aggregate: 'max', timezone: 'Europe/Oslo' }
  for (const [key, value] of Object.entries({ ...options, limit: '1' })) {
    url.searchParams.set(key, value)
  }
  return url
}

test('tables are the audit log and the series', () => {
  expect(tables.map(([name]) => name)).toContain('audit.list')
  expect(new Set(tables.map(([name]) => name)).size).toBe(5)
})

test('Link and Location have the path of the API’s URL, and no host of the caller’s', async () => {
  const { api, admin } = below
  const site = { id: 'below', name: 'Below' }
  const created = await send(api.url, 'sites.create', { body: site }, admin)
  expect(created.headers.get('location')).toBe('/sluice/v2/site/below')
  const head = 'GET http://other.example/v2/audit-log?format=csv&limit=1 HTTP/1.1\r\nHost: x'
  const page = await rawTo(api.url, `${head}\r\nX-Api-Key: ${admin}\r\nConnection: close\r\n\r\n`)
  expect(page).toContain('\r\nLink: <http://api.example/sluice/v2/audit-log?')
})

describe.each(tables)('%s as %s', (name, type) => {
  test.each(['by Accept', 'by format'])('chosen %s', async (how) => {
    const url = await urlOf(name)
    if (how === 'by format') url.searchParams.set('format', formats[type] ?? '')
    const first = await get(url.href, how === 'by format' ? {} : { Accept: type })
    expect(first.headers.get('access-control-expose-headers')).toBe('*')
    const target = new URL(first.next ?? 'none:')
    for (const [key, value] of url.searchParams) expect(target.searchParams.get(key)).toBe(value)
    // A client that follows a link may accept anything.
    const second = await get(at.api.url + target.pathname + target.search, {
      'Accept-Encoding': 'gzip',
    })
    expect(second.status).toBe(200)
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.content).not.toBe(first.content)
    if (type === 'text/csv') {
      const head = (content: string) => content.split('\r\n')[0]
      expect(head(second.content)).toBe(head(first.content))
    }
  })
})
