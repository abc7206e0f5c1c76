import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chunkBench } from '../testing/chunk-bench.ts'
import { TooManyBytes } from '../too-many-rows.ts'
import { unavailable } from '../unavailable.ts'
import { heldDaysIn } from './chunks/held-days.ts'
import { keepRemembered } from './keep-remembered.ts'
import type { LatestByThing } from './latest/latest-rows.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-remembered-'))
})
afterEach(() => rm(directory, { recursive: true }))

const listed = [1, 2].flatMap((organization) =>
  [10, 11].map((thing) => ({ organization, thing, day: 0, metrics: [1] })),
)

type Read = (organization: number, things: readonly number[]) => Promise<LatestByThing>

function keepIn(bench: ReturnType<typeof chunkBench>, read: Read) {
  const latest = { read, counts: () => ({ things: 0, bytes: 0, hits: 0, misses: 0 }) }
  return keepRemembered(directory, { chunks: bench.memory, latest }, bench.load)
}

async function keep(bench: ReturnType<typeof chunkBench>, read: Read) {
  await heldDaysIn(directory).save(listed)
  return keepIn(bench, read)
}

it('an organization whose latest values cannot be read does not keep the others from being loaded', async () => {
  const bench = chunkBench()
  const reads: number[] = []
  const kept = await keep(bench, async (organization) => {
    reads.push(organization)
    if (organization === 1) throw unavailable(new Error('away'))
    return new Map()
  })
  expect(await kept.begun()).toEqual(listed)
  await kept.close()
  expect(reads).toEqual([1, 2])
  expect(new Set(bench.loads.map(({ organization }) => organization))).toEqual(new Set([1, 2]))
})

it('latest values that are too large together are read in parts', async () => {
  const reads: (readonly number[])[] = []
  const kept = await keep(chunkBench(), async (_, things) => {
    if (things.length > 1) throw new TooManyBytes(undefined)
    reads.push(things)
    return new Map()
  })
  await kept.begun()
  expect(reads).toEqual([[10], [11], [10], [11]])
  await kept.close()
})

it('keeps the list for the next process if nothing could be loaded', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => Promise.reject(unavailable(new Error('away')))
  const kept = await keep(bench, () => Promise.reject(unavailable(new Error('away'))))
  await kept.begun()
  await kept.close()
  expect(await heldDaysIn(directory).read()).toEqual(listed)
})

it('starts with nothing if the list cannot be read', async () => {
  await writeFile(join(directory, 'remembered.json'), 'x')
  const kept = keepIn(chunkBench(), async () => new Map())
  expect(await kept.begun()).toEqual([])
  await kept.close()
})
