import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { range } from '../../testing/chunk-bench.ts'
import { batchesOfDays, type HeldDay, heldDaysIn } from './held-days.ts'
import { seriesDays } from './series-days.ts'

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-held-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

it('the next process reads a saved list, and ignores a damaged one', async () => {
  const directory = join(await folder(), 'log')
  const days = [{ organization: 1, thing: 2, day: -3, metrics: [4, 5] }]
  expect(await heldDaysIn(directory).read()).toEqual([])
  await heldDaysIn(directory).save(days)
  expect(await heldDaysIn(directory).read()).toEqual(days)
  for (const text of ['[[1,2,3', '[[1,2]]', '{}']) {
    await writeFile(join(directory, 'remembered.json'), text)
    expect(await heldDaysIn(directory).read()).toEqual([])
  }
})

it('all days of a thing are in one batch, and no batch is large', () => {
  const held = fc.record({
    organization: fc.nat(2),
    thing: fc.nat(60),
    day: fc.integer({ min: -2, max: 40 }),
    metrics: fc.constantFrom([1], [2, 1], [1, 2, 3]),
  })
  const keyOf = ({ organization, thing, day }: HeldDay) => `${organization} ${thing} ${day}`
  fc.assert(
    fc.property(fc.uniqueArray(held, { selector: keyOf, maxLength: 400 }), (all) => {
      const batches = [...batchesOfDays(all)]
      const found = batches.flatMap(({ organization, things, days, metrics }) =>
        things.flatMap((thing) => days.map((day) => ({ organization, thing, day, metrics }))),
      )
      const sorted = (list: readonly HeldDay[]) =>
        list.map((one) => `${keyOf(one)} ${one.metrics.toSorted()}`).sort()
      expect(sorted(found)).toEqual(sorted(all))
      for (const batch of batches) {
        expect(seriesDays(batch)).toBeLessThanOrEqual(64)
        expect(batch.days).toEqual(batch.days.toSorted((a, b) => a - b))
      }
    }),
    { seed: 5 },
  )
})

it('batches of all organizations come in turn', () => {
  const heldBy = (organization: number, things: number) =>
    range(things).map((thing) => ({ organization, thing, day: 0, metrics: [1] }))
  const batches = [...batchesOfDays([...heldBy(6, 200), ...heldBy(9, 10), ...heldBy(8, 100)])]
  expect(batches.map(({ organization }) => organization)).toEqual([6, 9, 8, 6, 8, 6, 6])
})
