import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { type LongCalls, WrittenJson } from './long-calls/index.ts'
import type { KeyRequest } from './request.ts'
import { run } from './run.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

async function keyOf() {
  const organization = await newOrganization(core)
  return { id: organization.id, key: (await organization.mint()).key }
}

/** What a list of things is answered; `write` settles when its answer is written. */
function list(keyString: string, limit: number, write: KeyRequest['write'] = () => undefined) {
  return run(core, {
    ...{
      name: 'things.list',
      keyString,
      address: '192.0.2.1',
      requestId: 'test',
      ifMatch: undefined,
    },
    ...{ params: {}, query: { limit: String(limit) }, takesJson: true, readBody: undefined, write },
  })
}

/** How many answers of lists are being written at once, none of which ends before it is told to. */
function gate() {
  const opened = Promise.withResolvers<void>()
  const begun: string[] = []
  return {
    begun,
    open: () => opened.resolve(),
    write: (_output: unknown, organization = '') => {
      begun.push(organization)
      return opened.promise
    },
  }
}

const count = (all: readonly string[], wanted: string) => all.filter((one) => one === wanted).length

test('few lists of an organization are under way until their answers are written', async () => {
  const [many, other] = [await keyOf(), await keyOf()]
  const { begun, open, write } = gate()
  const asked = Array.from({ length: 64 }, () => list(many.key, 10, write))
  await expect.poll(() => core.callTurns.lists.counts().waiting).toBe(58)
  const late = list(other.key, 10, write)
  await expect.poll(() => count(begun, other.id)).toBe(1)
  await expect.poll(() => count(begun, many.id)).toBe(6)
  open()
  const answers = await Promise.all([...asked, late])
  expect(answers.filter((answer) => 'output' in answer)).toHaveLength(65)
  expect(core.callTurns.lists.counts()).toMatchObject({ held: 0, waiting: 0 })
})

test('few calls of an organization are on the thread of long calls', async () => {
  const { id, key } = await keyOf()
  const { begun, open, write } = gate()
  const longCalls: LongCalls = {
    perform: async () => new WrittenJson(new Uint8Array(), undefined),
    close: async () => {},
  }
  Object.assign(core, { longCalls })
  try {
    const asked = Array.from({ length: 20 }, () => list(key, 1000, write))
    await expect.poll(() => count(begun, id)).toBe(8)
    expect(core.callTurns.longCalls.counts()).toMatchObject({ held: 8, waiting: 12 })
    open()
    expect((await Promise.all(asked)).every((answer) => 'output' in answer)).toBe(true)
    expect(core.callTurns.longCalls.counts()).toMatchObject({ held: 0, waiting: 0 })
  } finally {
    Object.assign(core, { longCalls: undefined })
  }
})

test('a call that fails, or whose answer cannot be written, gives back its place', async () => {
  const { key } = await keyOf()
  const fails = () => {
    throw new Error('no')
  }
  for (const write of [fails, async () => fails()]) {
    expect(await list(key, 10, write)).toHaveProperty('problem.code', 'internal')
  }
  expect(await list(key, 0)).toHaveProperty('problem.code', 'invalid-request')
  expect(core.callTurns.lists.counts()).toMatchObject({ held: 0, waiting: 0 })
})

test('beyond its queue, an organization gets 503 with Retry-After', async () => {
  const { id, key } = await keyOf()
  const { lists } = core.callTurns
  const entered = Array.from({ length: 6 + 256 }, () => lists.enter(id))
  expect(await list(key, 10)).toMatchObject({
    problem: { code: 'unavailable', status: 503, retryAfter: 5 },
  })
  for (const leave of entered) (await leave)()
  expect('output' in (await list(key, 10))).toBe(true)
})
