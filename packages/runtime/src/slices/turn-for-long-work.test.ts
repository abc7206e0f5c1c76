import { expect, it } from 'vitest'
import { turnForLongWork } from './turn-for-long-work.ts'

it('long work runs once per turn of the event loop, in the requested order', async () => {
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
  expect(done.map(([name]) => name)).toEqual(['a', 'b', 'c', 'later'])
  expect(new Set(done.map(([, at]) => at)).size).toBe(4)
})
