import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../problem.ts'
import { WorkThread } from './work-thread.ts'

const entry = new URL('../testing/thread.ts', import.meta.url)
let thread: WorkThread

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  thread = new WorkThread(entry, { heap: 64, idleMs: 30_000, silence: 10, ended: 'It ended.' })
})

afterEach(async () => {
  vi.useRealTimers()
  await thread.close()
})

/** One question, alone. */
async function ask<Said>(message: unknown): Promise<Said> {
  const conversation = thread.converse()
  try {
    return await conversation.ask<Said>(message)
  } finally {
    conversation.end()
  }
}

test('a conversation remembers its messages, and no other does', async () => {
  const [one, other] = [thread.converse(), thread.converse()]
  expect(await one.ask('remember')).toBe(1)
  expect(await one.ask('remember')).toBe(2)
  expect(await other.ask('remember')).toBe(1)
  one.end()
  other.end()
})

test('problems keep their fields, and other errors reveal no internals', async () => {
  const errors = [{ pointer: '/body', detail: 'is odd' }]
  await expect(ask('refuse')).rejects.toMatchObject({ code: 'invalid-request', errors })
  const failed = await ask('fail').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Problem)
  expect(failed).toMatchObject({ code: 'internal', detail: 'The service failed.' })
})

test('its young generation is small, whatever the process has', async () => {
  setFlagsFromString('--max-semi-space-size=64')
  expect(await ask('make garbage')).toBeLessThanOrEqual(32)
})

test('it ends once nobody has needed it for so long, and starts again', async () => {
  const first = await ask('thread')
  vi.advanceTimersByTime(29_000)
  expect(await ask('thread')).toBe(first)
  const long = thread.converse()
  for (let second = 0; second < 60; second += 1) await secondWithSign()
  expect(await long.ask('thread')).toBe(first)
  long.end()
  vi.advanceTimersByTime(30_000)
  expect(await ask('thread')).not.toBe(first)
})

test.each(['exit', 'fill the heap'])(
  'where it ends by a fault (%s), all is refused',
  async (how) => {
    const waiting = thread.converse()
    const first = await waiting.ask('thread')
    await expect(ask(how)).rejects.toMatchObject({ code: 'unavailable', detail: 'It ended.' })
    await expect(waiting.ask('thread')).rejects.toMatchObject({ code: 'unavailable' })
    waiting.end()
    expect(await ask('thread')).not.toBe(first)
  },
)

test('where it cannot be started, all is refused, and a later conversation tries again', async () => {
  const changing = new URL('nowhere:')
  thread = new WorkThread(changing, { heap: 64, silence: 10, ended: 'It ended.' })
  const problem = { code: 'unavailable', detail: 'It ended.', retryAfter: 1 }
  await expect(ask('thread')).rejects.toMatchObject(problem)
  changing.href = entry.href
  expect(await ask('remember')).toBe(1)
})

test('where it is silent for too long, all is refused, and the next conversation has another one', async () => {
  const waiting = thread.converse()
  const first = await waiting.ask('thread')
  const spinning = ask('spin')
  const refused = waiting.ask('wait')
  const isOver = vi.fn()
  for (const asked of [spinning, refused]) asked.catch(isOver)
  vi.advanceTimersByTime(10_000)
  await turnOfTheLoop()
  expect(isOver).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  const problem = { code: 'unavailable', detail: 'It ended.', retryAfter: 1 }
  const cause = new Error('The thread did not react for 10 s: it was ended.')
  await expect(spinning).rejects.toMatchObject({ ...problem, cause })
  await expect(refused).rejects.toMatchObject(problem)
  expect(await ask('thread')).not.toBe(first)
})

test('one that is starting is not ended, and one that reacts neither', async () => {
  const starting = ask<number>('thread')
  vi.advanceTimersByTime(60_000)
  const first = await starting
  const long = thread.converse()
  for (let second = 0; second < 30; second += 1) await secondWithSign()
  expect(await long.ask('thread')).toBe(first)
  long.end()
  vi.advanceTimersByTime(20_000)
  expect(await ask('thread')).toBe(first)
})

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

/** A second in which the thread gives a sign of life. */
async function secondWithSign(): Promise<void> {
  const emitted = vi.spyOn(Worker.prototype, 'emit')
  vi.advanceTimersByTime(1000)
  while (!emitted.mock.calls.some(([event]) => String(event) === 'message')) await turnOfTheLoop()
  emitted.mockRestore()
}
