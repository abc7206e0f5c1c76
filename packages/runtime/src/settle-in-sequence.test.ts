import { expect, test } from 'vitest'
import { settleConcurrently, settleInRounds, settleInSequence } from './settle-in-sequence.ts'

test('works run in sequence, and a fault is thrown once all have ended', async () => {
  const ran: string[] = []
  const work = (name: string) => async () => {
    await null
    ran.push(name)
    if (name.startsWith('bad')) throw new Error(name)
  }
  await expect(settleInSequence([work('bad'), work('good')])).rejects.toThrow('bad')
  expect(ran).toEqual(['bad', 'good'])
  const several = settleInSequence([work('bad 1'), work('bad 2')])
  await expect(several).rejects.toThrow('2 tasks failed.')
})

test('a work that waits delays no others unless as many wait as may run', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const ran: number[] = []
  let [running, most] = [0, 0]
  const works = Array.from({ length: 10 }, (_, i) => async () => {
    running += 1
    most = Math.max(most, running)
    await (i === 0 ? over : null)
    running -= 1
    ran.push(i)
  })
  const settled = settleConcurrently(works, 2)
  await expect.poll(() => ran).toHaveLength(9)
  end()
  await settled
  expect([ran.at(-1), most]).toEqual([0, 2])
})

test('tenants take turns until none needs another, whoever fails', async () => {
  const turns: string[] = []
  const left = new Map([
    ['large', 3],
    ['small', 1],
  ])
  const settled = settleInRounds(['bad', 'large', 'small'], async (tenant) => {
    turns.push(tenant)
    if (tenant === 'bad') throw new Error('refused')
    left.set(tenant, (left.get(tenant) ?? 0) - 1)
    return left.get(tenant) !== 0
  })
  await expect(settled).rejects.toThrow('refused')
  expect(turns).toEqual(['bad', 'large', 'small', 'large', 'large'])
})
