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

test('is not current before the first proof', () => {
  expect(clocks().trust.isCurrent()).toBe(false)
})

test('is current for TRUST_MS from when the question was sent, and no longer', () => {
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

test('an answer that comes too late proves nothing', () => {
  const { at, trust, pass } = clocks()
  const sent = { ...at }
  pass(TRUST_MS)
  trust.prove(sent)
  expect(trust.isCurrent()).toBe(false)
})

test('lapses at once, until the next proof', () => {
  const { at, trust } = clocks()
  trust.prove({ ...at })
  trust.lapse()
  expect(trust.isCurrent()).toBe(false)
  trust.prove({ ...at })
  expect(trust.isCurrent()).toBe(true)
})

test('a machine that was suspended trusts nothing of before', () => {
  const { at, trust } = clocks()
  trust.prove({ ...at })
  at.wall += 60_000
  expect(trust.isCurrent()).toBe(false)
})

test('a wall clock that was set back does not lengthen trust', () => {
  const { at, trust, pass } = clocks()
  trust.prove({ ...at })
  at.wall -= 60_000
  expect(trust.isCurrent()).toBe(false)
  pass(60_000)
  expect(trust.isCurrent()).toBe(false)
})

test('by default it reads the clocks of the process', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const trust = openTrust()
  trust.prove({ steady: performance.now(), wall: Date.now() })
  expect(trust.isCurrent()).toBe(true)
  vi.advanceTimersByTime(TRUST_MS)
  expect(trust.isCurrent()).toBe(false)
})
