import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { diceOf } from './dice.ts'
import { actOf } from './model/testing.ts'
import { Thing } from './model/thing.ts'
import { Sender } from './sending.ts'
import type { World } from './world.ts'
import { noCounts } from './world.ts'

const ahead = '{"detail":"is more than 600 seconds ahead of the server\'s clock"}'

it.each([
  ['cannot be set', undefined, ['failed']],
  ['is right', { mayBeBehind: () => false }, ['failed']],
  ['may be behind', { mayBeBehind: () => true }, []],
])('samples of now are refused as ahead of a clock that %s', async (_, skew, expected) => {
  const found: string[] = []
  const answer: Partial<Answer> = { status: 400, text: ahead, retryAfter: false }
  const world = {
    ...{ cluster: { nodes: [{ name: 'n1', skew }] }, counts: noCounts(), now: () => 0 },
    call: async () => answer,
    begin: () => actOf('unknown'),
    found: (verdict: string) => found.push(verdict),
  } as unknown as World
  const parts = [{ thing: new Thing('t'), frames: [{ t: 0, values: { level: 1 } }] }]
  await new Sender(world, diceOf(1)).send(parts)
  expect(found).toEqual(expected)
})
