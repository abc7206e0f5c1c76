import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

test("every page of a list is requested with the previous page's cursor", async () => {
  const pages = [[1, 2], [3], []]
  const asked: unknown[] = []
  const all = await allPages(async (paging) => {
    asked.push(paging)
    const items = pages[asked.length - 1] ?? []
    return { items, nextCursor: asked.length < pages.length ? `after ${asked.length}` : null }
  })
  expect(all).toEqual([1, 2, 3])
  expect(asked).toEqual([
    { limit: 1000 },
    { limit: 1000, cursor: 'after 1' },
    { limit: 1000, cursor: 'after 2' },
  ])
})
