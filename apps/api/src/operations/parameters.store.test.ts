/** Each parameter of a query about samples changes the answer or is refused, whatever the other parameters. */
import { type ActorName, actorNames, type Operation, operations } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleCalls } from '../testing/sample-calls.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()

type Query = Readonly<Record<string, string>>

const DAY: Query = { from: '2026-05-30T00:00:00Z', to: '2026-06-02T00:00:00Z' }

/** Three trucks in all places: readings with a gap, and one metric that the others do not have. */
beforeAll(async () => {
  const { act } = at.tenant
  const metrics = ['temperature', 'outside'].map((key) => ({ key, metricDefinitionId: 'air' }))
  await act('thingTypes.update', { params: { thingTypeId: 'truck' }, body: { metrics } })
  const placed = { siteId: 'yard', fleetIds: ['north'] }
  await act('things.update', { params: { thingId: 'truck-1' }, body: placed })
  for (const [id, line] of [
    ['truck-2', 'a'],
    ['truck-3', 'b'],
  ] as const) {
    const body = { id, name: id, thingTypeId: 'truck', labels: { line }, ...placed }
    await act('things.create', { body })
  }
  const hours = [-47, -46.2, -45, -30, 0, 1, 2, 2.4, 2.7, 7, 7.5, 8, 8.6, 9, 10, 10.1, 11]
  const frames = ['truck-1', 'truck-2', 'truck-3'].flatMap((thingId, i) =>
    hours.map((hour, j) => ({
      thingId,
      timestamp: new Date(Date.UTC(2026, 5, 1) + hour * 3_600_000).toISOString(),
      values: { temperature: ((j * 7) % 5) + i * i, ...(j % 3 === 0 && { outside: j - i }) },
    })),
  )
  await act('telemetry.ingestThings', { query: {}, body: { frames } })
})

/** For each parameter some values, of which one must have an effect. */
const values: Readonly<Record<string, readonly string[]>> = {
  from: ['2026-06-01T02:10:00Z'],
  to: ['2026-06-01T08:00:00Z'],
  metrics: ['temperature'],
  where: ['temperature>2'],
  interval: ['2h'],
  fill: ['null', 'previous', 'linear'],
  maxGap: ['1h'],
  maxPoints: ['3'],
  downsample: ['minmax'],
  aggregate: ['max'],
  timezone: ['Asia/Kolkata'],
  order: ['desc'],
  limit: ['1'],
  cursor: ['nothing'],
  format: ['csv', 'arrow'],
  fields: ['nextCursor', 'thingId', 'things'],
  groupBy: ['none', 'thing', 'site'],
  ids: ['truck-2'],
  thingTypeId: ['van'],
  siteId: ['depot'],
  fleetId: ['south'],
  status: ['Retired'],
  label: ['line=a'],
}

/** Hours are the same in every zone, as the contract says. */
const isDocumented = (parameter: string, { interval = '' }: Query) =>
  parameter === 'timezone' && /h$|^auto$/.test(interval)

const rows = actorNames.filter(
  (name) => operations[name].tag === 'Telemetry' && operations[name].method === 'GET',
)

const shapeOf = (name: ActorName) => (operations[name] as Operation).query?.shape ?? {}

/** The queries to which a parameter is added. */
function formsOf(name: ActorName): Query[] {
  const shape = shapeOf(name)
  const range = 'from' in shape ? DAY : {}
  const groups = 'groupBy' in shape ? ['thing', 'none', 'site'] : [undefined]
  return groups.flatMap((groupBy) => {
    const whose: Query = { ...range, ...(groupBy && { groupBy }) }
    if (!('interval' in shape)) return groupBy === 'site' && !('from' in shape) ? [] : [whose]
    const each = groupBy === undefined || groupBy === 'thing'
    const raw = each ? [{}, { downsample: 'lttb', maxPoints: '5' }] : []
    // Sites and fleets are queried like any selection of things.
    const buckets = /[.](site|fleet)/.test(name) ? bucketed.slice(0, 1) : bucketed
    return [...raw, ...buckets].map((form) => ({ ...whose, ...form }))
  })
}

const bucketed: readonly Query[] = [
  { interval: '1h' },
  { interval: '1d' },
  { interval: 'auto', maxPoints: '10' },
  { interval: '1h', fill: 'linear' },
  { interval: '1h', format: 'csv' },
]

async function ask(name: ActorName, query: Query): Promise<string> {
  const { params = {} } = await sampleCalls[name](at.tenant)
  const path = operations[name].path.replace(/\{(\w+)\}/, (_, key: string) => params[key] ?? '')
  const response = await fetch(`${at.api.url}${path}?${new URLSearchParams(query)}`, {
    headers: { 'X-Api-Key': at.admin },
  })
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return response.status === 200 ? bytes.replace(/"ageSeconds":[\d.]+/g, '') : 'refused'
}

describe.each(rows)('%s', (name) => {
  test.each(formsOf(name))('asked %j', async (form) => {
    const plain = await ask(name, form)
    expect(plain).not.toBe('refused')
    const idle: string[] = []
    for (const parameter of Object.keys(shapeOf(name)).filter((one) => !(one in form))) {
      const asked = (values[parameter] ?? []).map((value) =>
        ask(name, { ...form, [parameter]: value }),
      )
      const answers = await Promise.all(asked)
      const isIdle = answers.every((answer) => answer === plain)
      if (isIdle && !isDocumented(parameter, form)) idle.push(parameter)
    }
    expect(idle).toEqual([])
  })
})
