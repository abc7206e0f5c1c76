import { setFlagsFromString } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../problem.ts'
import { WorkThread } from './work-thread.ts'

const entry = new URL('../testing/thread.ts', import.meta.url)
let thread: WorkThread

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  thread = new WorkThread(entry, { heap: 64, idleMs: 30_000, ended: 'It ended.' })
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
  vi.advanceTimersByTime(60_000)
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
