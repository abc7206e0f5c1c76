import { expect, it } from 'vitest'
import { writeOf } from '../testing/blocks.ts'
import { rememberSamples } from './memory.ts'

it('a write of very many series leaves the latest values of other organizations in memory', async () => {
  const reads: (readonly number[])[] = []
  const memory = rememberSamples({
    ...{ chunkBytes: 1e6, loadsAhead: false },
    async readTable(_, things) {
      reads.push(things)
      return new Map()
    },
  })
  await memory.latest.read(5, [7])
  await memory.latest.read(6, [8])
  const many = writeOf(7, 1n, (samples) => {
    for (let metric = 0; metric < 20_001; metric += 1) samples.push(metric, 0, 1)
  })
  const one = { ...writeOf(8, 1n, (samples) => samples.push(1, 0, 2)), organization: 6 }
  memory.kept([many, one])
  expect((await memory.latest.read(6, [8])).get(8)?.get(1)?.number).toBe(2)
  await memory.latest.read(5, [7])
  expect(reads).toEqual([[7], [8], [7]])
})
