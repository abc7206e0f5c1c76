import { afterAll, beforeAll, expect, it } from 'vitest'
import { behindReadBarrier } from '../../query/axis/behind-read-barrier.ts'
import { bucketAxis } from '../../query/axis/bucket-axis.ts'
import { gridOf } from '../../query/calendar/grid.ts'
import { openZone } from '../../query/calendar/zone.ts'
import type { Range } from '../../query/plan/range.ts'
import { subjectOf } from '../../query/plan/subject.ts'
import type { SampleStore } from '../../store.ts'
import { newOrganization } from '../../testing/rounds.ts'
import { openTestStore } from '../../testing/store.ts'
import { metricOf } from '../../testing/things.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'

const MINUTE = 60_000_000
const START = Date.UTC(2026, 5, 1) * 1000
const metric = metricOf('level', 'number', 1)

let store: SampleStore
let table: SampleStore
beforeAll(async () => {
  ;[store, table] = await Promise.all([openTestStore('logged'), openTestStore('another')])
})
afterAll(() => Promise.all([store.close(), table.close()]))

it('a moving range is answered from memory while samples are written', async () => {
  const organization = newOrganization()
  const subject = subjectOf('tank', {
    ...{ numbers: { organization, thing: 7 }, metrics: [metric], timezone: 'UTC' },
    ...{ thingTypeId: 'tank', unknownMetrics: 'reject' },
  })
  const columns = (['avg', 'count', 'max', 'last'] as const).map((aggregate) => {
    const name = `level:${aggregate}`
    return { id: name, name, thing: 7, metric, aggregate }
  })
  const grid = gridOf({ count: 1, unit: 'h' }, openZone('UTC'))
  const write = (times: readonly number[]) => {
    const samples = new SampleBuffer(times.length)
    for (const time of times) samples.push(1, time, (time / MINUTE) % 7)
    return store.write({ organization, thing: 7 }, samples)
  }
  let statements = 0
  const counted =
    <Params extends unknown[], Rows>(ask: (...params: Params) => Rows) =>
    (...params: Params) => {
      statements += 1
      return ask(...params)
    }
  const { query, queryBlocks, queryPlainly, queryFew } = store
  const watched = {
    ...{ ...store, query: counted(query), queryBlocks: counted(queryBlocks) },
    ...{ queryPlainly: counted(queryPlainly), queryFew: counted(queryFew) },
  }
  const ask = async (of: SampleStore, range: Range) => {
    const current = behindReadBarrier(of, { organization })
    const axis = bucketAxis(current, subject, grid, { columns, range, limit: 100 })
    const { positions, values } = await axis.read(axis.positions, 'asc')
    return positions.map((at, i) => `${at} ${values[i]}`)
  }

  await write(Array.from({ length: 330 }, (_, i) => START + i * MINUTE))
  const took: number[] = []
  // Half an hour after the first whole hour, to the middle of the last one, and on into the next.
  for (let turn = 0; turn < 45; turn += 1) {
    const range = { from: START + (30 + turn) * MINUTE, to: START + (331 + turn) * MINUTE }
    await write([range.to - MINUTE])
    statements = 0
    const answer = await ask(watched, range)
    took.push(statements)
    await store.readBarrier({ organization })
    expect(answer).toEqual(await ask(table, range))
  }
  // The store answers the first two queries; later ones read the ends once, and each hour that begins at an end.
  expect(took.slice(0, 4)).toEqual([1, 1, 1, 0])
  expect(took.slice(4).filter((each) => each > 0)).toEqual([1, 1])
})
