import { expect, it, vi } from 'vitest'
import type { Core } from '../context.ts'
import { eraseDeletedThings } from './deleted-things.ts'

it('deleted things that have to wait keep no others, and are reported', async () => {
  let numbers = Array.from({ length: 2500 }, (_, i) => i + 1)
  const deletedThing = {
    findMany: async ({ where, take }: { where: { number: { gt: number } }; take: number }) =>
      numbers
        .filter((number) => number > where.number.gt)
        .slice(0, take)
        .map((number) => ({ number, organization: { number: number % 2 } })),
    deleteMany: async ({ where }: { where: { number: { in: readonly number[] } } }) => {
      numbers = numbers.filter((number) => !where.number.in.includes(number))
    },
  }
  const eraseThings = vi.fn(async (things: readonly { thing: number }[]) =>
    things.filter(({ thing }) => thing !== 7),
  )
  const core = { db: { deletedThing }, telemetry: { eraseThings }, clock: () => new Date() }
  const erasing = eraseDeletedThings(core as unknown as Pick<Core, 'db' | 'telemetry' | 'clock'>)
  await expect(erasing).rejects.toThrow('Samples of 1 deleted things are left')
  expect(numbers).toEqual([7])
  expect(eraseThings).toHaveBeenCalledTimes(3)
})
