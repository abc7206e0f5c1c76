import { expect, onTestFinished, test, vi } from 'vitest'
import { openTrust, TRUST_MS } from './trust.ts'

function clocks() {
  const at = { steady: 10_000, wall: 1_750_000_000_000 }
  return {
    at,
    trust: openTrust(() => ({ ...at })),
    pass(ms: number) {
      at.steady += ms
      at.wall += ms
    },
  }
}

test('trust is not current before the first proof', () => {
  expect(clocks().trust.isCurrent()).toBe(false)
})

test('trust lasts TRUST_MS from when the probe was sent', () => {
  const { at, trust, pass } = clocks()
  const sent = { ...at }
  pass(300)
  trust.prove(sent)
  expect(trust.isCurrent()).toBe(true)
  pass(TRUST_MS - 301)
  expect(trust.isCurrent()).toBe(true)
  pass(1)
  expect(trust.isCurrent()).toBe(false)
})

test('an answer later than TRUST_MS is no proof', () => {
  const { at, trust, pass } = clocks()
  const sent = { ...at }
  pass(TRUST_MS)
  trust.prove(sent)
  expect(trust.isCurrent()).toBe(false)
})

test('trust that lapses is not current until the next proof', () => {
  const { at, trust } = clocks()
  trust.prove({ ...at })
  trust.lapse()
  expect(trust.isCurrent()).toBe(false)
  trust.prove({ ...at })
  expect(trust.isCurrent()).toBe(true)
})

test('trust ends when the machine was suspended', () => {
  const { at, trust } = clocks()
  trust.prove({ ...at })
  at.wall += 60_000
  expect(trust.isCurrent()).toBe(false)
})

test('a wall clock that was set back does not prolong trust', () => {
  const { at, trust, pass } = clocks()
  trust.prove({ ...at })
  at.wall -= 60_000
  expect(trust.isCurrent()).toBe(false)
  pass(60_000)
  expect(trust.isCurrent()).toBe(false)
})

test('trust uses the clocks of the process by default', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const trust = openTrust()
  trust.prove({ steady: performance.now(), wall: Date.now() })
  expect(trust.isCurrent()).toBe(true)
  vi.advanceTimersByTime(TRUST_MS)
  expect(trust.isCurrent()).toBe(false)
})
