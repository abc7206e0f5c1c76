import { expect, it, vi } from 'vitest'
import type { Core } from '../context.ts'
import { eraseDeletedThings } from './deleted-things.ts'

interface Where {
  readonly deletedAt: { readonly gte: Date; readonly lt: Date }
  readonly OR: [
    { readonly deletedAt: { readonly gt: Date } },
    { readonly number: { readonly gt: number } },
  ]
}

interface Gone {
  readonly organizationId: { readonly in: readonly string[] }
  readonly number: { readonly in: readonly number[] }
}

it('deleted things that have to wait keep no others, and are reported', async () => {
  const now = new Date('2026-06-01T12:00:00Z')
  /** The later ones have the lower numbers. */
  let rows = Array.from({ length: 2500 }, (_, i) => ({
    ...{ organizationId: `tenant-${i % 2}`, number: 2500 - i, organization: { number: i % 2 } },
    deletedAt: new Date(now.getTime() - 86_400_000 + 1000 * Math.floor(i / 300)),
  }))
  const deletedThing = {
    async findMany({ where, take }: { where: Where; take: number }) {
      const [later, same] = where.OR
      return rows
        .filter(({ deletedAt, number }) => {
          if (deletedAt < where.deletedAt.gte || deletedAt >= where.deletedAt.lt) return false
          return deletedAt > later.deletedAt.gt || number > same.number.gt
        })
        .sort((a, b) => a.deletedAt.getTime() - b.deletedAt.getTime() || a.number - b.number)
        .slice(0, take)
    },
    async deleteMany({ where: { organizationId, number } }: { where: Gone }) {
      rows = rows.filter(
        (row) =>
          !(organizationId.in.includes(row.organizationId) && number.in.includes(row.number)),
      )
    },
  }
  const eraseThings = vi.fn(async (things: readonly { thing: number }[]) =>
    things.filter(({ thing }) => thing !== 7),
  )
  const core = { db: { deletedThing }, telemetry: { eraseThings }, clock: () => now }
  const erasing = eraseDeletedThings(core as unknown as Pick<Core, 'db' | 'telemetry' | 'clock'>)
  await expect(erasing).rejects.toThrow('Samples of 1 deleted things are left')
  expect(rows.map(({ number }) => number)).toEqual([7])
  expect(eraseThings).toHaveBeenCalledTimes(3)
})
