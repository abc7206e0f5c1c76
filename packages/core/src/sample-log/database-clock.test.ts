import { expect, it } from 'vitest'
import { followDatabaseClock } from './database-clock.ts'

/** A database whose clock is `ahead` of the monotonic one, and whose answers take some time. */
function database() {
  const state = { steady: 1000, ahead: 5_000_000, back: 0, asked: 0 }
  const ask = async () => {
    state.asked += 1
    const there = state.steady + state.ahead
    state.steady += state.back
    return there
  }
  return { state, clock: followDatabaseClock(ask, () => state.steady) }
}

it('the clock goes on without being asked, for some seconds', async () => {
  const { state, clock } = database()
  expect(await Promise.all([clock.now(), clock.now()])).toEqual([5_001_000, 5_001_000])
  state.steady += 9000
  expect(await clock.now()).toBe(5_010_000)
  expect(state.asked).toBe(1)
  state.ahead -= 60_000
  state.steady += 2000
  expect(await clock.now()).toBe(4_952_000)
  expect(state.asked).toBe(2)
})

it('it is never ahead, however long an answer was on its way', async () => {
  const { state, clock } = database()
  state.back = 700
  expect(await clock.now()).toBe(state.steady + state.ahead - 700)
})

it('it is looked at again once it was forgotten', async () => {
  const { state, clock } = database()
  await clock.now()
  state.ahead += 3_600_000
  clock.forget()
  expect(await clock.now()).toBe(8_601_000)
})

it('what fails is asked again', async () => {
  let isAway = true
  const clock = followDatabaseClock(
    async () => {
      if (isAway) throw new Error('away')
      return 42
    },
    () => 0,
  )
  await expect(clock.now()).rejects.toThrow('away')
  isAway = false
  expect(await clock.now()).toBe(42)
})
