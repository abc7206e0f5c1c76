import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { allReplicas } from './all-replicas.ts'

/** A server whose configuration has this many replicas for the cluster's shards. */
function serverWith(least: number, most = least): ClickHouseClient {
  const query = async () => ({ json: async () => ({ data: [[least, most]] }) })
  return { query } as unknown as ClickHouseClient
}

const tooFew = new ClickHouseError({
  ...{ message: 'too few', code: '285', type: 'TOO_FEW_LIVE_REPLICAS' },
})

/** An insert into a shard with this many live replicas, and the quorums that it was sent with. */
function shardOf(live: number) {
  const quorums: unknown[] = []
  const work = async ({ insert_quorum: quorum }: ClickHouseSettings) => {
    quorums.push(quorum)
    if (Number(quorum ?? 1) > live) throw tooFew
  }
  return { quorums, work }
}

const pauses = () => {
  const pauses: number[] = []
  return { pauses, pause: async (millis: number) => void pauses.push(millis) }
}

it.each([2, 3])('an insert waits for all of %i replicas, and then counts at once', async (all) => {
  const { quorums, work } = shardOf(all)
  const { pauses: waits, pause } = pauses()
  const layout = { cluster: 'fleet' }
  const replicas = await allReplicas({ client: serverWith(all), layout, pause })
  await replicas.insert(work)
  await replicas.readable()
  expect(quorums).toEqual([String(all)])
  expect(waits).toEqual([])
})

it.each([
  [2, [undefined]],
  [3, ['2']],
])(
  'with one of %i replicas down, an insert needs only the others, and counts once queries exclude that one',
  async (all, fewer) => {
    const { quorums, work } = shardOf(all - 1)
    const { pauses: waits, pause } = pauses()
    const layout = { cluster: 'fleet' }
    const replicas = await allReplicas({ client: serverWith(all), layout, pause })
    await replicas.insert(work)
    await replicas.readable()
    expect(quorums).toEqual([String(all), ...fewer])
    // At least a second more than the lag that queries allow, since servers' clocks differ.
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThan(3000)
  },
)

it('rejects an insert that two of three replicas would lack', async () => {
  const { work } = shardOf(1)
  const replicas = await allReplicas({ client: serverWith(3), layout: { cluster: 'fleet' } })
  await expect(replicas.insert(work)).rejects.toBe(tooFew)
})

it.each([[undefined], [{ cluster: undefined }], [{ cluster: 'fleet' }]])(
  'does not wait for a single replica, layout %o',
  async (layout) => {
    const { quorums, work } = shardOf(1)
    const replicas = await allReplicas({ client: serverWith(1), layout })
    await replicas.insert(work)
    await replicas.readable()
    expect(quorums).toEqual([undefined])
  },
)

it.each([
  [0, 0, 'ClickHouse knows no cluster "fleet"'],
  [1, 2, 'The shards of the cluster "fleet" have 1 to 2 replicas'],
])('%i to %i replicas: inserts nothing and says why', async (least, most, message) => {
  const layout = { cluster: 'fleet' }
  await expect(allReplicas({ client: serverWith(least, most), layout })).rejects.toThrow(message)
})
