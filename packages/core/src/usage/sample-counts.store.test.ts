import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { afterAll, expect, inject, test } from 'vitest'
import { openSampleCounts } from './sample-counts.ts'

const client = connect({ url: inject('clickhouseUrl') })
afterAll(() => client.close())

/** In a recent hour, since older ones are deleted. */
const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
const at = new Date(hour)

type Exec = ClickHouseClient['exec']

/** A node that uses the client `through`. Closing it leaves the shared client open. */
function openNode(through: Partial<ClickHouseClient> = {}, capacity = 100_000) {
  const exec: Exec = (params) => client.exec(params)
  const own = { exec, ...through, close: async () => {} } as unknown as ClickHouseClient
  return openSampleCounts({ client: own, capacity, intervalMs: 3_600_000 })
}

/** The sums of an organization in both tables. */
async function countedOf(organization: number) {
  const sum = async (table: string) => {
    const query = `SELECT toUInt32(sum(samples)) FROM ${table} WHERE organization = ${organization}`
    const answer = await client.query({ query, format: 'JSONCompact' })
    return (await answer.json<[number]>()).data[0]?.[0]
  }
  return { accepted: await sum('accepted'), byHour: await sum('accepted_hours') }
}

test('two nodes that count the same hour of a thing are both counted', async () => {
  const organization = 4_000_000_001
  const nodes = [openNode(), openNode()]
  for (const node of nodes) node.count({ organization, thing: 1 }, 5, at)
  await Promise.all(nodes.map((node) => node.flush()))
  expect(await countedOf(organization)).toEqual({ accepted: 10, byHour: 10 })
  await Promise.all(nodes.map((node) => node.close()))
})

test('a batch that one table took, and the other did not, counts once in each', async () => {
  const organization = 4_000_000_002
  let isDown = true
  const exec: Exec = async (params) => {
    if (isDown && params.query.includes('accepted_hours')) throw new Error('the store is down')
    return client.exec(params)
  }
  const node = openNode({ exec })
  node.count({ organization, thing: 1 }, 7, at)
  await node.flush()
  expect(await countedOf(organization)).toEqual({ accepted: 7, byHour: 0 })
  isDown = false
  await node.flush()
  expect(await countedOf(organization)).toEqual({ accepted: 7, byHour: 7 })
  await node.close()
})

test('a batch that was stored, though its answer was lost, counts once when it is sent again', async () => {
  const organization = 4_000_000_003
  let isLost = true
  const exec: Exec = async (params) => {
    const answer = await client.exec(params)
    if (isLost) throw new Error('the answer is lost')
    return answer
  }
  const node = openNode({ exec })
  node.count({ organization, thing: 1 }, 3, at)
  await node.flush()
  isLost = false
  node.count({ organization, thing: 1 }, 4, at)
  await node.flush()
  expect(await countedOf(organization)).toEqual({ accepted: 7, byHour: 7 })
  await node.close()
})

test("things of several blocks and what had no room are in the organization's total, by day and by hour", async () => {
  const organization = 4_000_000_004
  let isLost = true
  const exec: Exec = async (params) => {
    const answer = await client.exec(params)
    if (isLost) throw new Error('the answer is lost')
    return answer
  }
  const node = openNode({ exec }, 10_000)
  for (let thing = 1; thing <= 12_000; thing += 1) node.count({ organization, thing }, 2, at)
  await node.flush()
  isLost = false
  await node.flush()
  expect(await countedOf(organization)).toEqual({ accepted: 24_000, byHour: 24_000 })
  const query = `SELECT toString(day), toUInt32(count()), toUInt32(sumIf(samples, thing = 0))
    FROM accepted WHERE organization = ${organization} GROUP BY day`
  const answer = await client.query({ query, format: 'JSONCompact' })
  const day = at.toISOString().slice(0, 10)
  expect((await answer.json()).data).toEqual([[day, 10_001, 4_000]])
  await node.close()
})
