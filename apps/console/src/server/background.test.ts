import { expect, test } from 'vitest'
import { openBackground } from './background.ts'

/** Work that ends when the test says so. */
function heldWork() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (id: number) => () => {
    begun.push(id)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { begun, work, endOne: () => ends.shift()?.() }
}

/** Lets everything go on that waits for nothing outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('of one kind of background work four run at once, and the next begins when one ends', async () => {
  const background = openBackground()
  const { begun, work, endOne } = heldWork()
  for (let id = 1; id <= 6; id++) void background.run('mail', work(id))
  await settle()
  expect(begun).toEqual([1, 2, 3, 4])
  void background.run('log', work(7))
  await settle()
  expect(begun).toEqual([1, 2, 3, 4, 7])
  endOne()
  await settle()
  expect(begun).toEqual([1, 2, 3, 4, 7, 5])
})

test('background work that fails gives its turn to the next, and rejects', async () => {
  const background = openBackground()
  const { begun, work } = heldWork()
  const fail = () => Promise.reject(new Error('no mail server'))
  const failures = Array.from({ length: 4 }, () => background.run('mail', fail))
  void background.run('mail', work(5))
  expect(await Promise.allSettled(failures)).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  await settle()
  expect(begun).toEqual([5])
})

test('at most 1,000 pieces of one kind of background work wait', async () => {
  const background = openBackground()
  const { work } = heldWork()
  for (let id = 0; id < 1004; id++) void background.run('mail', work(id))
  const refused = background.run('mail', work(1004))
  await expect(refused).rejects.toMatchObject({ code: 'queue-full' })
})

test('background work is done when the last piece has ended, also one begun meanwhile', async () => {
  const background = openBackground()
  const { work, endOne } = heldWork()
  let isDone = false
  void background.run('mail', () => work(1)().then(() => void background.run('log', work(2))))
  const done = background.done().then(() => {
    isDone = true
  })
  await settle()
  endOne()
  await settle()
  expect(isDone).toBe(false)
  endOne()
  await done
  expect(isDone).toBe(true)
})
