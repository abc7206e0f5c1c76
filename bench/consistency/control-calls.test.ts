import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { ControlCalls } from './control-calls.ts'
import { diceOf } from './dice.ts'
import type { World } from './world.ts'

const answer = {
  text: '',
  arrow: new Uint8Array(),
  next: undefined,
  unheard: false,
  retryAfter: true,
}

/** Calls that are answered like this, one after the other, and what is found meanwhile. A call takes ten seconds. */
function callsOf(...answers: Partial<Answer>[]) {
  const found: string[] = []
  let [now, asked] = [0, 0]
  const world = {
    ...{ cluster: { nodes: [{ name: 'n1' }] }, events: [], calmSince: 0, now: () => now },
    async call() {
      now += 10_000
      asked += 1
      return { ...answer, ...answers[Math.min(asked, answers.length) - 1] }
    },
    found: (_: string, report: string) => found.push(report),
  } as unknown as World
  return { found, calls: new ControlCalls(world, diceOf(1)) }
}

it('a call that fails otherwise than with 503 is reported', async () => {
  const { found, calls } = callsOf({ status: 500 }, { status: 503 }, { status: 201 })
  await calls.certainly('POST', '/v2/things', {}, [201])
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('answered 500')
})

it('a call that is refused without end is reported, and ends', async () => {
  const { found, calls } = callsOf({ status: 503 })
  await expect(calls.certainly('POST', '/v2/things', {}, [201])).rejects.toThrow('without end')
  expect(found[0]).toContain('STUCK')
})
