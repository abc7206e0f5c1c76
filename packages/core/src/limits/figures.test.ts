import { tiers } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { budgetOf, currentFigure, type Figures, noFigures, shareOf } from './figures.ts'
import { readFigures } from './stored.ts'

const limit = (perMinute: number) => ({ perMinute, burst: 2 * perMinute })
const standing = { tier: 'standard', limit: limit(6000), reason: 'contract' } as const
const override = (id: string, from: number, until: number, perMinute: number) => ({
  ...({ id, tier: 'standard', reason: 'sale' } as const),
  ...{ from, until, limit: limit(perMinute) },
})

describe('the limit of a tier', () => {
  test('is the default when the organization has none', () => {
    const found = currentFigure(noFigures, 'standard', 0)
    expect(found).toEqual({ limit: tiers.standard, source: 'default', figure: undefined })
    expect(currentFigure(noFigures, 'ingest', 0)).toBeUndefined()
  })

  test('is the standing one except during an override', () => {
    const figures: Figures = { standing: [standing], overrides: [override('a', 10, 20, 9000)] }
    const at = (now: number) => currentFigure(figures, 'standard', now)
    expect([at(9), at(10), at(19), at(20)].map((found) => found?.source)).toEqual([
      ...['standing', 'override', 'override', 'standing'],
    ])
    expect(at(10)?.limit).toEqual(limit(9000))
    expect(currentFigure(figures, 'data-read', 15)?.source).toBe('default')
  })

  test('is that of the later of two overlapping overrides', () => {
    const overrides = [override('a', 0, 100, 1), override('b', 50, 60, 2)]
    const at = (now: number) => currentFigure({ standing: [], overrides }, 'standard', now)
    expect([at(49), at(50), at(60)].map((found) => found?.limit.perMinute)).toEqual([1, 2, 1])
  })
})

describe('the bucket of an operation', () => {
  const data = { tier: 'standard', ingests: true } as const
  const other = { tier: 'standard' } as const

  test('is that of its tier, also for ingestion without a dedicated limit', () => {
    for (const row of [data, other]) {
      expect(budgetOf(row, noFigures, 0)).toEqual({ tier: 'standard', limit: tiers.standard })
      expect(budgetOf(row, { standing: [standing], overrides: [] }, 0).limit).toEqual(limit(6000))
    }
  })

  test('is ingest for ingestion only, while the organization has that limit', () => {
    const ingest = { ...override('a', 10, 20, 700), tier: 'ingest' as const }
    const figures: Figures = { standing: [], overrides: [ingest] }
    expect(budgetOf(data, figures, 15)).toEqual({ tier: 'ingest', limit: limit(700) })
    expect(budgetOf(data, figures, 20).tier).toBe('standard')
    expect(budgetOf(other, figures, 15).tier).toBe('standard')
  })
})

test('stored limits are read back, and malformed ones count as none', () => {
  const figures = { standing: [standing], overrides: [override('a', 0, 1, 5)] }
  expect(readFigures(structuredClone(figures))).toEqual(figures)
  for (const value of [{}, null, undefined, 'x', { standing: 7 }, { standing: [{ tier: 'x' }] }]) {
    expect(readFigures(value)).toBe(noFigures)
  }
})

test('a share is a percentage of a limit, with a burst of at least one', () => {
  expect(shareOf(tiers.standard, 50)).toEqual({ perMinute: 300, burst: 500 })
  expect(shareOf({ perMinute: 6, burst: 10 }, 1)).toEqual({ perMinute: 0.06, burst: 1 })
})
