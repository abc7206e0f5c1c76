import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Followers } from './followers.ts'

/** Operations on followers, which are numbered. */
const step = fc.record({
  kind: fc.constantFrom('add', 'delete', 'wait'),
  follower: fc.nat(9),
  organization: fc.nat(1),
  /** Some followers have more things than one slice removes. */
  count: fc.constantFrom(0, 1, 3, 100, 3000),
})

it('followers are those added and not deleted, even if removed in slices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const followers = new Followers<object>()
      const model = new Map<object, { organization: number; things: number[] }>()
      const named = new Map<number, object>()
      for (const { kind, follower, organization, count } of steps) {
        if (kind === 'wait') await new Promise((resolve) => setImmediate(resolve))
        if (kind === 'add') {
          const followed = { organization, things: Array.from({ length: count }, (_, i) => i) }
          const one = {}
          named.set(follower, one)
          followers.add(one, followed)
          model.set(one, followed)
        }
        const one = named.get(follower)
        if (kind === 'delete' && one) {
          followers.delete(one)
          model.delete(one)
        }
        expect(followers.isEmpty).toBe(model.size === 0)
        for (const thing of [0, 2, 99, 2999]) {
          for (const organization of [0, 1]) {
            const expected = [...model]
              .filter(([, of]) => of.organization === organization && of.things.includes(thing))
              .map(([each]) => each)
            expect(followers.of({ organization, thing })).toEqual(expected)
            const among = followers.among(
              (one) => one.organization === organization && one.thing === thing,
            )
            expect([...among]).toEqual(expected)
          }
        }
      }
    }),
    { numRuns: 100, seed: 1 },
  )
})
