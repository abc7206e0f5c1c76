import { expect, test, vi } from 'vitest'
import { createFleet, type Member } from './fleet.ts'
import type { Part } from './part.ts'

/** A member that exits when the test says so. */
function fakeMember(title: string, stage: number, events: string[]) {
  const parts: { die(how: string): void }[] = []
  async function start(): Promise<Part> {
    events.push(`start ${title}`)
    const { promise: exited, resolve: die } = Promise.withResolvers<string>()
    parts.push({ die })
    return {
      exited,
      async stop() {
        events.push(`stop ${title}`)
        die('ended with code 0')
      },
      hurry: () => events.push(`hurry ${title}`),
    }
  }
  const member: Member = { title, stage, start }
  return { member, die: (how: string) => parts.at(-1)?.die(how) }
}

function fleetFor(events: string[]) {
  const giveUp = vi.fn()
  const note = (line: string) => void events.push(line.trim())
  return { fleet: createFleet({ note, giveUp, wait: async () => {}, now: () => 0 }), giveUp }
}

test('processes are stopped by stage, dependents first', async () => {
  const events: string[] = []
  const { fleet } = fleetFor(events)
  for (const [title, stage] of [
    ['store', 0],
    ['engine', 1],
    ['api', 2],
    ['console', 2],
  ] as const) {
    await fleet.add(fakeMember(title, stage, events).member)
  }
  events.length = 0
  await fleet.stop(new AbortController().signal)
  expect(events).toEqual(['stop api', 'stop console', 'stop engine', 'stop store'])
})

test('a process that exits is restarted, and the restart is reported', async () => {
  const events: string[] = []
  const { fleet, giveUp } = fleetFor(events)
  const { member, die } = fakeMember('The API', 0, events)
  await fleet.add(member)
  die('was killed by SIGKILL')
  await expect.poll(() => events.at(-1)).toBe('The API is running again')
  expect(events).toEqual([
    'start The API',
    'The API ended unexpectedly (was killed by SIGKILL). Restarting it',
    'start The API',
    'The API is running again',
  ])
  await fleet.stop(new AbortController().signal)
  expect(giveUp).not.toHaveBeenCalled()
})

test('a process that keeps exiting is no longer restarted', async () => {
  const { fleet, giveUp } = fleetFor([])
  const exited = Promise.resolve('ended with code 7')
  const part: Part = { exited, stop: async () => {}, hurry() {} }
  await fleet.add({ title: 'The API', stage: 0, start: async () => part })
  await expect.poll(() => giveUp.mock.calls).toHaveLength(1)
  expect(giveUp.mock.calls[0]?.[0].message).toMatch(/The API ended 5 times .* ended with code 7/)
})

test('a failed first start is thrown to the caller', async () => {
  const { fleet } = fleetFor([])
  const start = () => Promise.reject(new Error('no'))
  await expect(fleet.add({ title: 'The API', stage: 0, start })).rejects.toThrow('no')
  await fleet.stop(new AbortController().signal)
})

test('a hurried stop kills the stage being stopped and all later ones', async () => {
  const events: string[] = []
  const { fleet } = fleetFor(events)
  const hanging = (title: string, stage: number): Member => {
    const { promise: exited, resolve: end } = Promise.withResolvers<string>()
    const part: Part = {
      exited,
      async stop() {
        events.push(`stop ${title}`)
        await exited
      },
      hurry() {
        events.push(`hurry ${title}`)
        end('was killed by SIGKILL')
      },
    }
    return { title, stage, start: async () => part }
  }
  await fleet.add(hanging('store', 0))
  await fleet.add(hanging('api', 1))
  const hurry = new AbortController()
  const stopped = fleet.stop(hurry.signal)
  expect(events).toEqual(['stop api'])
  hurry.abort()
  await stopped
  expect(events).toEqual(['stop api', 'hurry api', 'hurry store', 'stop store'])
})
