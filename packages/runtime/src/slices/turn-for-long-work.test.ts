import { beforeAll, expect, it } from 'vitest'
import { noteCaller } from '../neighbors.ts'
import { workFor } from '../work-for.ts'
import { turnForLongWork } from './turn-for-long-work.ts'

// A single organization gets longer slices, and other suites may have made calls as one.
beforeAll(() => {
  for (const caller of ['one', 'another']) noteCaller(caller, Number.POSITIVE_INFINITY)
})

it('long work runs once per turn of the event loop', async () => {
  let turn = 0
  let ticking = setImmediate(function tick() {
    turn += 1
    ticking = setImmediate(tick)
  })
  const done: [name: string, turn: number][] = []
  const work = async (name: string) => {
    await turnForLongWork()
    done.push([name, turn])
  }
  await Promise.all(['a', 'b', 'c'].map(work))
  await work('later')
  clearImmediate(ticking)
  expect(new Set(done.map(([name]) => name))).toEqual(new Set(['a', 'b', 'c', 'later']))
  expect(new Set(done.map(([, at]) => at)).size).toBe(4)
})

it('organizations take turns with their long work, however much one of them has', async () => {
  const done: string[] = []
  const work = (organization: string, count: number) =>
    Array.from({ length: count }, () =>
      workFor(organization, async () => {
        await turnForLongWork()
        done.push(organization)
      }),
    )
  await Promise.all([work('greedy', 40), work('b', 2), work('c', 1)].flat())
  expect(done.slice(0, 5)).toEqual(['greedy', 'b', 'c', 'greedy', 'b'])
  expect(done).toHaveLength(43)
})

it('of an organization the oldest requests are finished first, and the newest has a turn in four', async () => {
  const done: string[] = []
  const request = (name: string, since: number, pieces: number) => {
    const work = async () => {
      for (let piece = 0; piece < pieces; piece += 1) await turnForLongWork()
      done.push(name)
    }
    return workFor('acme', work, since)
  }
  const long = Array.from({ length: 20 }, (_, index) =>
    request(`long ${20 - index}`, 20 - index, 12),
  )
  await Promise.all([...long, request('short', 21, 2)])
  expect(done[0]).toBe('short')
  expect(new Set(done.slice(1, 4))).toEqual(new Set(['long 1', 'long 2', 'long 3']))
  expect(done).toHaveLength(21)
})

it.each([1, 2, 40])(
  'of an organization few requests are half done at once, those of %d pieces too',
  async (pieces) => {
    const inFlight = new Set<number>()
    let [most, done] = [0, 0]
    const request = (since: number) => {
      const work = async () => {
        for (let piece = 0; piece < pieces; piece += 1) {
          await turnForLongWork()
          if (piece < pieces - 1) inFlight.add(since)
          else inFlight.delete(since)
          most = Math.max(most, inFlight.size)
        }
        done += 1
        // Makes the next call after each answer.
        if (done <= 60) await request(100 + done)
      }
      return workFor('acme', work, since)
    }
    await Promise.all(Array.from({ length: 40 }, (_, since) => request(since)))
    expect(done).toBe(100)
    expect(most).toBeLessThanOrEqual(8)
  },
)
