import { expect, test } from 'vitest'
import { remember } from './memory.ts'

/** A database of one row whose answers the test controls. */
function slowDatabase() {
  const asked: { key: string; answer: (row: { at: number } | null) => void; fail: () => void }[] =
    []
  let current = true
  const memory = remember<{ at: number }>({
    load(key) {
      const { promise, resolve, reject } = Promise.withResolvers<{ at: number } | null>()
      asked.push({ key, answer: resolve, fail: () => reject(new Error('no connection')) })
      return promise
    },
    isCurrent: () => current,
    groupsOf: (key, { at }) => ['acme', `at ${at}`, key],
    max: 2,
    bytes: { max: 1000, of: ({ at }) => at },
  })
  async function found(key: string, row: { at: number } | null) {
    const finding = memory.find(key)
    asked.at(-1)?.answer(row)
    return finding
  }
  return { memory, asked, found, setCurrent: (value: boolean) => (current = value) }
}

test('a cached row is returned at once, and concurrent lookups share one query', async () => {
  const { memory, asked } = slowDatabase()
  const together = [memory.find('a'), memory.find('a')]
  expect(asked).toHaveLength(1)
  asked[0]?.answer({ at: 1 })
  expect(await Promise.all(together)).toEqual([{ at: 1 }, { at: 1 }])
  expect(memory.find('a')).toEqual({ at: 1 })
})

test.each([
  ['a change', (memory: ReturnType<typeof slowDatabase>['memory']) => memory.forget('a')],
  ['a change that may concern it', (memory) => memory.forgetGroup('acme')],
  ['a gap in the change feed', (memory) => memory.forgetAll()],
] satisfies [string, (memory: ReturnType<typeof slowDatabase>['memory']) => void][])(
  'a lookup in progress during %s is not cached',
  async (_, change) => {
    const { memory, asked } = slowDatabase()
    const before = memory.find('a')
    change(memory)
    asked[0]?.answer({ at: 1 })
    expect(await before).toEqual({ at: 1 })
    expect(memory.find('a')).toBeInstanceOf(Promise)
    expect(asked).toHaveLength(2)
  },
)

test('missing rows and failed lookups are not cached', async () => {
  const { memory, asked, found } = slowDatabase()
  expect(await found('a', null)).toBeNull()
  const failing = memory.find('a')
  asked[1]?.fail()
  await expect(failing).rejects.toThrow('no connection')
  expect(await found('a', { at: 1 })).toEqual({ at: 1 })
})

test('no row is cached or reused while the change feed is not current', async () => {
  const { memory, found, setCurrent } = slowDatabase()
  await found('a', { at: 1 })
  setCurrent(false)
  expect(await found('a', { at: 2 })).toEqual({ at: 2 })
  expect(await found('b', { at: 2 })).toEqual({ at: 2 })
  setCurrent(true)
  expect(memory.size()).toBe(1)
})

test('the cache is bounded and evicts the least recently used row', async () => {
  const { memory, found } = slowDatabase()
  for (const key of ['a', 'b', 'c']) await found(key, { at: 1 })
  expect(memory.size()).toBe(2)
  expect(memory.find('a')).toBeInstanceOf(Promise)
})

test('a group is forgotten as one, and no other row with it', async () => {
  const { memory, found } = slowDatabase()
  await found('a', { at: 1 })
  await found('b', { at: 2 })
  memory.forgetGroup('at 1')
  expect(memory.find('b')).toEqual({ at: 2 })
  expect(memory.find('a')).toBeInstanceOf(Promise)
  expect(await found('a', { at: 3 })).toEqual({ at: 3 })
  memory.forgetGroup('at 1')
  expect(memory.find('a')).toEqual({ at: 3 })
})

test('the cache is bounded in bytes too', async () => {
  const { memory, found } = slowDatabase()
  await found('a', { at: 600 })
  await found('b', { at: 500 })
  expect(memory.size()).toBe(1)
  expect(memory.find('b')).toEqual({ at: 500 })
})
