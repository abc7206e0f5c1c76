import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FairQueue, type FairQueueOptions, fairQueue, type Leave } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Refused extends Error {}

function open(options: Partial<FairQueueOptions> = {}): FairQueue {
  const refusal = () => new Refused()
  return fairQueue({ slots: 8, longest: 100, patience: 5_000, refusal, ...options })
}

/** Enters the queue and records the order in which owners begin. */
function observed(queue: FairQueue) {
  const began: string[] = []
  const leaves: { readonly owner: string; readonly leave: Leave }[] = []
  const refused: string[] = []
  return {
    ...{ began, refused },
    ask(owner: string, times = 1) {
      for (let i = 0; i < times; i += 1) {
        Promise.resolve(queue.enter(owner)).then(
          (leave) => {
            began.push(owner)
            leaves.push({ owner, leave })
          },
          () => refused.push(owner),
        )
      }
    },
    /** Ends the oldest work (of `owner`, if given) and lets the next work begin. */
    async end(owner?: string) {
      const at = leaves.findIndex((one) => owner === undefined || one.owner === owner)
      const [ended] = leaves.splice(at, 1)
      ended?.leave()
      await settled()
    },
    running: (owner: string) => leaves.filter((one) => one.owner === owner).length,
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('an owner in a fair queue', () => {
  test('gets half of the free slots', async () => {
    const seen = observed(open())
    for (const owner of ['a', 'b', 'c', 'd', 'e']) seen.ask(owner, 20)
    await settled()
    expect(['a', 'b', 'c', 'd', 'e'].map(seen.running)).toEqual([4, 2, 1, 1, 0])
  })

  test('starts at once although another owner has many requests waiting', async () => {
    const queue = open()
    const seen = observed(queue)
    seen.ask('greedy', 90)
    await settled()
    expect(queue.enter('bystander')).not.toBeInstanceOf(Promise)
  })

  test('is served in the order of its requests', async () => {
    const queue = open({ slots: 1 })
    const order: number[] = []
    const works = [1, 2, 3].map((n) => queue.run('a', async () => void order.push(n)))
    await Promise.all(works)
    expect(order).toEqual([1, 2, 3])
  })

  test('can be limited to less than half of the slots', async () => {
    const seen = observed(open({ perOwner: 1 }))
    seen.ask('a', 3)
    seen.ask('b', 3)
    await settled()
    expect([seen.running('a'), seen.running('b')]).toEqual([1, 1])
  })
})

test('waiting owners take turns, however many requests one of them has', async () => {
  const seen = observed(open({ slots: 1 }))
  seen.ask('a', 5)
  seen.ask('b', 2)
  seen.ask('c', 1)
  await settled()
  for (let i = 0; i < 8; i += 1) await seen.end()
  expect(seen.began.join('')).toBe('aabcabaa')
})

describe('a fair queue rejects only the owner', () => {
  test('whose queue is too long', async () => {
    const seen = observed(open({ slots: 1, longest: 3 }))
    seen.ask('a', 6)
    seen.ask('b', 3)
    await settled()
    expect(seen.refused).toEqual(['a', 'a'])
  })

  test('whose queue is too slow; an abandoned request takes no slot later', async () => {
    const queue = open({ slots: 1 })
    const seen = observed(queue)
    seen.ask('a', 3)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(seen.refused).toEqual([])
    seen.ask('b')
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.refused).toEqual(['a', 'a'])
    await seen.end()
    expect(seen.began).toEqual(['a', 'b'])
    await seen.end()
    expect(queue.counts()).toEqual({ held: 0, waiting: 0, refused: 2 })
  })
})

test('tells whether others wait', async () => {
  const queue = open({ slots: 1 })
  const leave = await queue.enter('a')
  const own = queue.enter('a')
  expect([queue.othersWait('a'), queue.othersWait('b')]).toEqual([false, true])
  const other = queue.enter('b')
  expect([queue.othersWait('a'), queue.othersWait('b')]).toEqual([true, true])
  leave()
  const next = await own
  next()
  await other
  expect([queue.othersWait('a'), queue.othersWait('b')]).toEqual([false, false])
})

test('a request that is aborted while it waits, or before, takes no slot', async () => {
  const queue = open({ slots: 1, patience: 5_000 })
  const leave = await queue.enter('a')
  const leaver = new AbortController()
  const waiting = queue.enter('a', leaver.signal)
  leaver.abort(new Error('It left.'))
  await expect(waiting).rejects.toThrow('It left.')
  await expect(queue.enter('b', leaver.signal)).rejects.toThrow('It left.')
  expect(queue.counts()).toEqual({ held: 1, waiting: 0, refused: 0 })
  leave()
  expect(vi.getTimerCount()).toBe(0)
  expect(queue.enter('b')).not.toBeInstanceOf(Promise)
})

test('a request that has begun is not affected by its signal', async () => {
  const queue = open({ slots: 1 })
  const leave = await queue.enter('a')
  const leaver = new AbortController()
  const waiting = queue.enter('a', leaver.signal)
  leave()
  leaver.abort()
  await waiting
  expect(queue.counts()).toEqual({ held: 1, waiting: 0, refused: 0 })
})

test('failed work frees its slot, and leaving twice frees only one', async () => {
  const queue = open({ slots: 2 })
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const leave = await queue.enter('a')
  leave()
  leave()
  expect(queue.counts()).toEqual({ held: 0, waiting: 0, refused: 0 })
  const seen = observed(queue)
  for (const owner of ['a', 'b', 'c']) seen.ask(owner)
  await settled()
  expect(seen.began).toEqual(['a', 'b'])
})

test('in any schedule no slot is given twice or left idle, and every request is served', async () => {
  const course = fc.array(
    fc.record({
      owner: fc.constantFrom('a', 'b', 'c', 'd'),
      kind: fc.constantFrom('ask', 'ask', 'end'),
    }),
    { maxLength: 120 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), course, async (slots, steps) => {
      const queue = open({ slots, longest: 1_000, patience: 1_000_000 })
      const seen = observed(queue)
      const asked = new Map<string, number>()
      for (const { owner, kind } of steps) {
        if (kind === 'ask') {
          seen.ask(owner)
          asked.set(owner, (asked.get(owner) ?? 0) + 1)
        } else await seen.end(seen.running(owner) > 0 ? owner : undefined)
        await settled()
        const free = slots - queue.counts().held
        expect(free).toBeGreaterThanOrEqual(0)
        for (const [name, times] of asked) {
          const running = seen.running(name)
          expect(running).toBeLessThanOrEqual(Math.ceil(slots / 2))
          const waits = times > seen.began.filter((one) => one === name).length
          if (waits) expect(running).toBeGreaterThanOrEqual(free)
        }
      }
      while (queue.counts().held > 0) await seen.end()
      expect(queue.counts().waiting).toBe(0)
      expect(seen.began).toHaveLength([...asked.values()].reduce((sum, one) => sum + one, 0))
    }),
    { seed: 20_260_601, numRuns: 200 },
  )
})
