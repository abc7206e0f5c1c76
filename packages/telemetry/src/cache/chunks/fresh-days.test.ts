import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { range } from '../../testing/chunk-bench.ts'
import { FreshDays } from './fresh-days.ts'

it('things of an organization are noted, however many other organizations write to', () => {
  const fresh = new FreshDays()
  const note = (organization: number, thing: number) => {
    const write = writeOf(thing, 1n, (samples) => samples.push(1, 0, 1))
    fresh.note({ ...write, organization })
    write.samples.free()
  }
  for (const organization of range(20)) for (const thing of range(1100)) note(organization, thing)
  for (const thing of range(10)) note(99, thing)
  const taken = [...fresh.take(210)]
  expect(taken).toHaveLength(420)
  expect(taken.filter(({ organization }) => organization === 99)).toHaveLength(20)
})
