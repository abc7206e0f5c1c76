import { layoutOf } from '@sluice/clickhouse'
import { expect, it } from 'vitest'
import { type Removal, removeForGood, removeRows } from './remove-rows.ts'

/** A store whose statements end when a test says so. */
function slowStore() {
  const running: { readonly query: string; end(): void }[] = []
  const store = {
    client: {
      command: ({ query }: { readonly query: string }) =>
        new Promise<void>((resolve) => running.push({ query, end: resolve })),
      query: async () => ({ json: async () => ({ data: [] }) }),
    } as never,
    layout: layoutOf(undefined, 'default'),
  }
  return { store, running }
}

const removal = (table: string, owner: string): Removal => {
  return { table, owner, rows: `owner = ${owner}`, params: {} }
}

it('a table has one DELETE at a time, and organizations take turns', async () => {
  const { store, running } = slowStore()
  const all = [
    removeForGood(store, removal('samples', '1')),
    removeForGood(store, removal('samples', '1')),
    removeForGood(store, removal('samples', '1')),
    removeRows(store, removal('samples', '2')),
    removeForGood(store, removal('latest', '1')),
  ]
  const began: string[] = []
  for (let ended = 0; ended < all.length; ended += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(0)
    const ofSamples = running.filter(({ query }) => query.includes('samples'))
    expect(ofSamples.length).toBeLessThan(2)
    const one = running.shift()
    began.push(one?.query ?? '')
    one?.end()
  }
  await Promise.all(all)
  const ownersOf = (table: string) =>
    began.flatMap((query) => (query.includes(table) ? (query.match(/\d+$/) ?? []) : []))
  expect(ownersOf('latest')).toEqual(['1'])
  expect(ownersOf('samples')).toEqual(['1', '1', '2', '1'])
})
