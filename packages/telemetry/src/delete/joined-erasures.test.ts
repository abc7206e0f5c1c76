import { expect, it } from 'vitest'
import type { Erasure } from './eraser.ts'
import { joinErasures } from './joined-erasures.ts'

/** Erasures that end when the test says so, and what was begun: `thing below`. */
function open() {
  const begun: string[] = []
  const ends: ((fault?: Error) => void)[] = []
  const erase = joinErasures(({ thing, below }) => {
    begun.push(`${thing} ${below}`)
    return new Promise((resolve, reject) => {
      ends.push((fault) => (fault ? reject(fault) : resolve()))
    })
  })
  const ask = (below: bigint, other: Partial<Erasure> = {}) =>
    erase({ organization: 5, thing: 7, from: 0, to: 10, metrics: undefined, ...other, below })
  return { begun, ask, end: (fault?: Error) => ends.shift()?.(fault) }
}

it('an erasure that is asked for again while it runs has one more run, below all versions', async () => {
  const { begun, ask, end } = open()
  const first = ask(1n)
  const others = [ask(3n), ask(4n), ask(2n)]
  expect(begun).toEqual(['7 1'])
  end()
  await first
  await expect.poll(() => begun).toEqual(['7 1', '7 4'])
  const later = ask(5n)
  end()
  await Promise.all(others)
  await expect.poll(() => begun).toEqual(['7 1', '7 4', '7 5'])
  end()
  await later
})

it('a failure is told to those of its run, and the next run begins all the same', async () => {
  const { begun, ask, end } = open()
  const first = ask(1n)
  const second = ask(2n)
  end(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => begun).toHaveLength(2)
  end()
  await second
  const third = ask(3n)
  expect(begun).toEqual(['7 1', '7 2', '7 3'])
  end()
  await third
})

it('erasures of other things, ranges and metrics wait for none', async () => {
  const { begun, ask, end } = open()
  const all = [
    ...[ask(1n), ask(2n, { thing: 8 }), ask(3n, { to: 11 }), ask(4n, { from: 1 })],
    ...[ask(5n, { organization: 6 }), ask(6n, { metrics: [2, 1] }), ask(7n, { metrics: [1] })],
  ]
  expect(begun).toHaveLength(7)
  const same = ask(8n, { metrics: [1, 2] })
  expect(begun).toHaveLength(7)
  for (const _ of all) end()
  await Promise.all(all)
  await expect.poll(() => begun).toHaveLength(8)
  end()
  await same
})
