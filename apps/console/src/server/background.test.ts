import { expect, test } from 'vitest'
import { openBackground } from './background.ts'

/** Work that ends when the test calls `endOne`. */
function heldWork() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (id: number) => () => {
    begun.push(id)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { begun, work, endOne: () => ends.shift()?.() }
}

/** Waits until pending promise callbacks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('runs four pieces of work of one kind at once, and starts the next when one ends', async () => {
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

test('work that fails rejects and frees its slot for the next', async () => {
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

test('rejects work when 1,000 pieces of its kind are waiting', async () => {
  const background = openBackground()
  const { work } = heldWork()
  for (let id = 0; id < 1004; id++) void background.run('mail', work(id))
  const refused = background.run('mail', work(1004))
  await expect(refused).rejects.toMatchObject({ code: 'queue-full' })
})

test('rejects work for somebody when 20 pieces for them are waiting, but not for others', async () => {
  const background = openBackground()
  const { work } = heldWork()
  for (let id = 0; id < 24; id++) void background.run('mail', work(id), 'ann')
  const refused = background.run('mail', work(24), 'ann')
  await expect(refused).rejects.toMatchObject({ code: 'queue-full' })
  let isRefused = false
  background.run('mail', work(25), 'bob').catch(() => {
    isRefused = true
  })
  await settle()
  expect(isRefused).toBe(false)
})

test('done() also waits for work that was started in the meantime', async () => {
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
