import { expect, test } from 'vitest'
import { createFleet, type Member } from './fleet.ts'
import type { Part } from './part.ts'
import { steadyMs } from './restarts.ts'

/** A member that exits when the test says so, and does not start while there is a `fault`. */
function fakeMember(title: string, stage: number, events: string[]) {
  const parts: { die(how: string): void }[] = []
  const state: { fault?: string | undefined; told: readonly string[] } = { told: [] }
  async function start(): Promise<Part> {
    events.push(`start ${title}`)
    if (state.fault) throw new Error(state.fault)
    const { promise: exited, resolve: die } = Promise.withResolvers<string>()
    parts.push({ die })
    return {
      exited,
      async stop() {
        events.push(`stop ${title}`)
        die('ended with code 0')
      },
      hurry: () => events.push(`hurry ${title}`),
      tell(outages) {
        state.told = outages
      },
    }
  }
  const member: Member = { title, stage, start }
  return { member, state, die: (how: string) => parts.at(-1)?.die(how) }
}

/** A fleet whose waits end when the test says so, or at once. */
function fleetFor(events: string[], { patient = false } = {}) {
  const clock = { now: 0 }
  const waits: { ms: number; end(): void }[] = []
  function wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      waits.push({ ms, end: resolve })
      if (!patient) resolve()
    })
  }
  const note = (line: string) => void events.push(line.trim())
  return { fleet: createFleet({ note, wait, now: () => clock.now }), clock, waits }
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
  const { fleet } = fleetFor(events)
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
})

test('a process is restarted however often that failed, once a minute in the end', async () => {
  const events: string[] = []
  const { fleet, waits } = fleetFor(events, { patient: true })
  const { member, state, die } = fakeMember('Postgres', 0, events)
  await fleet.add(member)
  state.fault = 'Postgres did not start:\nThe disk is full. Free some space.'
  die('Postgres ended unexpectedly:\nThe disk is full. Free some space.')
  for (let failures = 1; failures <= 20; failures += 1) {
    await expect.poll(() => waits).toHaveLength(failures)
    if (failures === 20) state.fault = undefined
    waits.at(-1)?.end()
  }
  await expect.poll(() => events.at(-1)).toBe('Postgres is running again')
  expect(events.slice(1, 4)).toEqual([
    'Postgres ended unexpectedly (The disk is full. Free some space). Restarting it',
    'start Postgres',
    'Postgres did not start again (The disk is full. Free some space). Restarting it',
  ])
  expect(events.at(-3)).toBe(
    'Postgres did not start again (The disk is full. Free some space). Next try in 60 s',
  )
  expect(waits.at(-1)?.ms).toBe(60_000)
  await fleet.stop(new AbortController().signal)
})

test('a process that served for long is restarted at once, one that did not waits longer each time', async () => {
  const { fleet, clock, waits } = fleetFor([])
  const { member, die } = fakeMember('The API', 0, [])
  await fleet.add(member)
  for (const [index, servedMs] of [0, 0, 0, steadyMs, 0].entries()) {
    clock.now += servedMs
    await new Promise(setImmediate)
    die('ended with code 7')
    await expect.poll(() => waits).toHaveLength(index + 1)
  }
  expect(waits.map(({ ms }) => ms)).toEqual([200, 800, 3200, 200, 800])
  await fleet.stop(new AbortController().signal)
})

test('a process is restarted when those that it uses serve', async () => {
  const events: string[] = []
  const { fleet, waits } = fleetFor(events, { patient: true })
  const store = fakeMember('Postgres', 0, events)
  const api = fakeMember('The API', 1, events)
  await fleet.add(store.member)
  await fleet.add(api.member)
  store.die('was killed by SIGKILL')
  api.die('was killed by SIGKILL')
  await expect.poll(() => waits).toHaveLength(2)
  events.length = 0
  waits[1]?.end()
  await new Promise(setImmediate)
  expect(events).toEqual([])
  waits[0]?.end()
  await expect.poll(() => events.at(-1)).toBe('The API is running again')
  expect(events.filter((event) => event.startsWith('start'))).toEqual([
    'start Postgres',
    'start The API',
  ])
  await fleet.stop(new AbortController().signal)
})

test('processes are told what is down, and that it is up again', async () => {
  const { fleet, waits } = fleetFor([], { patient: true })
  const store = fakeMember('Postgres', 0, [])
  const api = fakeMember('The API', 1, [])
  await fleet.add(store.member)
  await fleet.add(api.member)
  store.die('Postgres ended unexpectedly:\nThe disk is full.')
  await expect.poll(() => api.state.told).toEqual(['Postgres is down: The disk is full.'])
  store.state.fault = 'Its port is taken.'
  waits[0]?.end()
  await expect.poll(() => api.state.told).toEqual(['Postgres is down: Its port is taken.'])
  api.die('was killed by SIGKILL')
  await expect.poll(() => waits).toHaveLength(3)
  store.state.fault = undefined
  for (const { end } of waits) end()
  await expect.poll(() => store.state.told).toEqual([])
  expect(api.state.told).toEqual([])
  await fleet.stop(new AbortController().signal)
})

test.each(['wait', 'start'])('a stop ends the %s of a process that is down', async (what) => {
  const events: string[] = []
  const { fleet, waits } = fleetFor(events, { patient: true })
  const store = fakeMember('Postgres', 0, events)
  const api = fakeMember('The API', 1, events)
  await fleet.add(store.member)
  const { promise: starting, reject: abort } = Promise.withResolvers<Part>()
  starting.catch(() => {})
  await fleet.add({ ...api.member, restart: () => starting })
  if (what === 'wait') store.die('was killed by SIGKILL')
  api.die('was killed by SIGKILL')
  await expect.poll(() => waits.length).toBeGreaterThan(0)
  for (const { end } of what === 'start' ? waits : waits.slice(1)) end()
  await new Promise(setImmediate)
  events.length = 0
  const stopped = fleet.stop(new AbortController().signal)
  abort(new Error('stopped'))
  await stopped
  expect(events).toEqual(['stop The API', 'stop Postgres'])
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
