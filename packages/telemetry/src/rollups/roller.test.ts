import { expect, it } from 'vitest'
import { TooManyRows } from '../too-many-rows.ts'
import type { RollupRequest } from './roll-up.ts'
import { openRoller } from './roller.ts'

const request = (thing: number, days: number): RollupRequest => {
  return { organization: 1, things: [thing], metrics: [1], from: 0, to: days }
}

/** A roller that records what was rolled up, and fails as requested. */
function watched(failure: (request: RollupRequest) => Error | undefined = () => undefined) {
  let now = 0
  const done: string[] = []
  const roller = openRoller({
    clock: () => new Date(now),
    async rollUp(piece) {
      const error = failure(piece)
      done.push(`${piece.things} ${piece.from}-${piece.to}${error ? '!' : ''}`)
      if (error) throw error
    },
  })
  const pass = (millis: number) => {
    now += millis
  }
  return { ...roller, done, pass }
}

it('rollup requests take turns, piece by piece', async () => {
  const { ask, idle, done } = watched()
  ask(request(1, 512))
  ask(request(2, 10))
  await idle()
  expect(done).toEqual(['1 256-512', '2 0-10', '1 0-256'])
})

it('a request repeated within a minute is ignored', async () => {
  const { ask, idle, done, pass } = watched()
  for (const millis of [0, 59_999, 1]) {
    pass(millis)
    ask(request(1, 1))
    await idle()
  }
  expect(done).toHaveLength(2)
})

it('a request is ignored only if pending requests cover all of it', async () => {
  const { ask, idle, done } = watched()
  ask({ ...request(1, 512), things: [1, 2, 3], metrics: [1, 2] })
  ask(request(2, 512))
  ask({ ...request(3, 400), from: 100, metrics: [2] })
  const inPart = [
    request(4, 1),
    { ...request(1, 1), metrics: [3] },
    { ...request(1, 1), organization: 2 },
    request(2, 513),
  ]
  for (const each of inPart) ask(each)
  await idle()
  const ofTheFirst = done.filter((piece) => piece.startsWith('1,2,3'))
  expect(done.length - ofTheFirst.length).toBe(6)
  ask(request(2, 512))
  await idle()
  expect(done.length - ofTheFirst.length).toBe(8)
})

it('a piece with too many rows is halved, and a single day is skipped', async () => {
  const tooMuch = new TooManyRows(0.5, undefined)
  const { ask, idle, done } = watched(({ from, to }) =>
    to - from > 1 || from === 0 ? tooMuch : undefined,
  )
  ask(request(1, 3))
  await idle()
  expect(done).toEqual(['1 0-3!', '1 2-3', '1 0-2!', '1 1-2', '1 0-1!'])
})

it('a request that fails is abandoned, and the others continue', async () => {
  const { ask, idle, done } = watched(({ things }) =>
    things[0] === 1 ? new Error('away') : undefined,
  )
  ask(request(1, 512))
  ask(request(2, 1))
  await idle()
  expect(done).toEqual(['1 256-512!', '2 0-1'])
})

it('closing waits for the piece in progress', async () => {
  const { ask, close, done } = watched()
  ask(request(1, 2560))
  await Promise.resolve()
  await close()
  expect(done).toEqual(['1 2304-2560'])
})

it('pending requests are limited in total and for each organization', async () => {
  const { ask, idle, done } = watched()
  for (let thing = 0; thing < 100; thing += 1) ask(request(thing, 1))
  await idle()
  expect(done).toHaveLength(16)
  for (let organization = 2; organization < 102; organization += 1) {
    ask({ ...request(1, 1), organization })
  }
  await idle()
  expect(done).toHaveLength(16 + 64)
})
