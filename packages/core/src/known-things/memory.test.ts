import { expect, test } from 'vitest'
import { remember } from './memory.ts'

/** A database of one row, whose answers the test gives. */
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
    max: 2,
  })
  async function found(key: string, row: { at: number } | null) {
    const finding = memory.find(key)
    asked.at(-1)?.answer(row)
    return finding
  }
  return { memory, asked, found, setCurrent: (value: boolean) => (current = value) }
}

test('what was looked up is there at once, by one lookup for all who ask together', async () => {
  const { memory, asked } = slowDatabase()
  const together = [memory.find('a'), memory.find('a')]
  expect(asked).toHaveLength(1)
  asked[0]?.answer({ at: 1 })
  expect(await Promise.all(together)).toEqual([{ at: 1 }, { at: 1 }])
  expect(memory.find('a')).toEqual({ at: 1 })
})

test.each([
  ['a change', (memory: ReturnType<typeof slowDatabase>['memory']) => memory.forget('a')],
  ['a change that may concern it', (memory) => memory.forgetWhere(() => false)],
  ['changes that went unheard', (memory) => memory.forgetAll()],
] satisfies [string, (memory: ReturnType<typeof slowDatabase>['memory']) => void][])(
  'what was being looked up at %s is not kept',
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

test('a row that is missing, and a lookup that failed, are looked up again', async () => {
  const { memory, asked, found } = slowDatabase()
  expect(await found('a', null)).toBeNull()
  const failing = memory.find('a')
  asked[1]?.fail()
  await expect(failing).rejects.toThrow('no connection')
  expect(await found('a', { at: 1 })).toEqual({ at: 1 })
})

test('nothing counts, and nothing is kept, while changes are not heard', async () => {
  const { memory, found, setCurrent } = slowDatabase()
  await found('a', { at: 1 })
  setCurrent(false)
  expect(await found('a', { at: 2 })).toEqual({ at: 2 })
  expect(await found('b', { at: 2 })).toEqual({ at: 2 })
  setCurrent(true)
  expect(memory.size()).toBe(1)
})

test('is bounded: what was used longest ago goes first', async () => {
  const { memory, found } = slowDatabase()
  for (const key of ['a', 'b', 'c']) await found(key, { at: 1 })
  expect(memory.size()).toBe(2)
  expect(memory.find('a')).toBeInstanceOf(Promise)
})
