import type { Scope } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryContains, entryOf, listAllows } from '../allow-list/index.ts'
import { formsOf, type Need, scopesContain, thingPaths } from '../scopes/index.ts'
import { meetsNeed } from './judge.ts'
import { replayCalls as replaying } from './replay-calls.ts'
import { admitsMore, admittedBy, suggestList as suggesting } from './suggest-list.ts'
import { filtersToSize, suggestScopes } from './suggest-scopes.ts'
import { heldScopes, kinds, lists, notedOf, ofMany } from './testing/arbitrary.ts'

const suggestList = (...of: Parameters<typeof suggesting>) => atOnce(suggesting(...of))
const replayCalls = (...of: Parameters<typeof replaying>) => atOnce(replaying(...of))

fc.configureGlobal({ seed: 20_260_601, numRuns: 200 })

/** With the sizes of only those filters that were announced. */
async function general(held: Scope[], calls: Parameters<typeof suggestScopes>[1]) {
  const known = await filtersToSize(held, calls)
  return suggestScopes(held, calls, (filter) => {
    expect(known).toContain(filter)
    return filter.length
  })
}

describe('a suggestion for any key and any calls', () => {
  test('covers every call of the key that was allowed', () =>
    fc.assert(
      fc.asyncProperty(heldScopes, kinds, async (held, calls) => {
        for (const suggested of await Promise.all([
          suggestScopes(held, calls),
          general(held, calls),
        ])) {
          for (const { needs } of calls) {
            if (!needs.every((need) => meetsNeed(held, need))) continue
            expect(needs.every((need) => meetsNeed(suggested, need))).toBe(true)
          }
        }
      }),
    ))

  test('never exceeds the held scopes or the number a key may hold', () =>
    fc.assert(
      fc.asyncProperty(heldScopes, kinds, async (held, calls) => {
        for (const suggested of await Promise.all([
          suggestScopes(held, calls),
          general(held, calls),
        ])) {
          expect(suggested.filter((scope) => !scopesContain(held, scope))).toEqual([])
          expect(suggested.length).toBeLessThanOrEqual(100)
        }
      }),
    ))

  test('admits every address that was admitted, and none outside the key’s list', () => {
    fc.assert(
      fc.property(lists, kinds, (own, calls) => {
        const suggested = suggestList(own, calls)
        const admitted = calls.filter(({ address }) => listAllows(own, address))
        if (suggested === null) {
          expect(admitted).toEqual([])
          return
        }
        for (const { address } of admitted) expect(listAllows(suggested, address)).toBe(true)
        const within = (entry: string) => own.some((wider) => entryContains(wider, entry))
        if (own.length > 0) expect(suggested.filter((entry) => !within(entry))).toEqual([])
      }),
    )
  })

  test('names the calls that each entry admits', () => {
    fc.assert(
      fc.property(lists, kinds, (own, calls) => {
        const suggested = suggestList(own, calls) ?? []
        const addresses = new Set(calls.map(({ address }) => address))
        const admitted = atOnce(admittedBy(suggested, addresses))
        for (const address of addresses) {
          const expected = suggested.filter((one) => entryContains(one, entryOf(address) ?? '*'))
          expect(admitted.get(address)?.toSorted()).toEqual(expected.toSorted())
        }
      }),
    )
  })

  test('rejects no call and narrows no list when replayed', () =>
    fc.assert(
      fc.asyncProperty(heldScopes, lists, kinds, async (scopes, allowedIpCidrs, calls) => {
        const now = { scopes, allowedIpCidrs }
        const admitted = calls.filter(({ address }) => listAllows(allowedIpCidrs, address))
        const then = {
          scopes: await suggestScopes(scopes, calls),
          allowedIpCidrs: suggestList(allowedIpCidrs, admitted) ?? allowedIpCidrs,
        }
        const answer = replayCalls(now, then, calls)
        expect(answer).toMatchObject({ refused: 0, narrowed: 0, groups: [] })
      }),
    ))
})

describe('a call for so many things that it is not known which', () => {
  const callWith = (needs: readonly Need[]) => ({
    ...{ operation: 'things.batch', address: '192.0.2.1', calls: 1, lastAt: 0 },
    needs: notedOf(needs),
  })

  test('is never said to pass with scopes that would have refused it', () => {
    fc.assert(
      fc.property(heldScopes, heldScopes, ofMany, (held, other, needs) => {
        const passes = (scopes: Scope[]) => needs.every((need) => meetsNeed(scopes, need))
        const now = { scopes: held, allowedIpCidrs: [] }
        const then = { scopes: other, allowedIpCidrs: [] }
        if (!passes(held) || passes(other)) return
        expect(replayCalls(now, then, [callWith(needs)]).refused).toBe(1)
      }),
    )
  })

  test('passes with what is suggested by it', () =>
    fc.assert(
      fc.asyncProperty(heldScopes, ofMany, async (held, needs) => {
        if (!needs.every((need) => meetsNeed(held, need))) return
        const suggested = await suggestScopes(held, [callWith(needs)])
        expect(needs.every((need) => meetsNeed(suggested, need))).toBe(true)
      }),
    ))

  test('needs the place that all of them share, or each of those that the key holds', async () => {
    const needs = numbered(500).map((id) => ({
      action: 'write' as const,
      paths: truck(id, 'yard'),
    }))
    expect(await suggestScopes(everything, [callWith(needs)])).toEqual([
      { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/truck/#' },
    ])
    const held = numbered(100).map((id) => ({
      ...{ action: 'write' as const, resourceFilter: `THING/#/${id}` },
    }))
    const own = needs.filter((need) => meetsNeed(held, need))
    expect(await suggestScopes(held, [callWith([...own, ...own])])).toHaveLength(100)
  })

  test('is refused where it cannot be determined, with the scope that would suffice', async () => {
    const needs = numbered(500).map((id) => ({
      action: 'write' as const,
      paths: truck(id, 'yard'),
    }))
    const replay = (resourceFilter: string) =>
      replayCalls(
        { scopes: everything, allowedIpCidrs: [] },
        { scopes: [{ action: 'write', resourceFilter }], allowedIpCidrs: [] },
        [callWith(needs)],
      )
    expect(replay('PLACE/Site/yard/THING/#/#')).toMatchObject({ refused: 0, narrowed: 0 })
    expect(replay('THING/truck/1')).toMatchObject({
      refused: 1,
      groups: [{ needed: [{ action: 'write', resourceFilter: 'THING/truck/#' }] }],
    })
  })
})

const everything: Scope[] = [{ action: '*', resourceFilter: '#' }]

function readOf(paths: readonly string[], operation = 'things.get') {
  return { operation, needs: [{ action: 'read' as const, paths }] }
}

function truck(id: string, siteId: string | null = null, thingTypeId = 'truck') {
  return thingPaths({ id, thingTypeId, siteId, fleetIds: [] })
}

function numbered(count: number) {
  return Array.from({ length: count }, (_, i) => String(i))
}

async function readFilters(...calls: ReturnType<typeof readOf>[]) {
  return (await suggestScopes(everything, calls)).map(({ action, resourceFilter }) => {
    expect(action).toBe('read')
    return resourceFilter
  })
}

describe('the suggested scopes', () => {
  test('name up to twenty resources', async () => {
    const calls = numbered(20).map((id) => readOf(truck(id)))
    expect(await readFilters(...calls)).toHaveLength(20)
  })

  test('replace ids by #, then types, for more resources', async () => {
    const oneType = numbered(21).map((id) => readOf(truck(id)))
    expect(await readFilters(...oneType)).toEqual(['THING/truck/#'])
    const manyTypes = numbered(21).map((id) => readOf(truck(id, null, `type-${id}`)))
    expect(await readFilters(...manyTypes)).toEqual(['THING/#/#'])
  })

  test('use the site when all things belong to it', async () => {
    const calls = numbered(30).map((id) => readOf(truck(id, 'yard')))
    expect(await readFilters(...calls)).toEqual(['PLACE/Site/yard/THING/truck/#'])
    expect(await readFilters(...calls, readOf(truck('x', 'depot')))).toEqual(['THING/truck/#'])
    expect(await readFilters(readOf(truck('1', 'yard')), readOf(['PLACE/Site/depot']))).toEqual([
      'PLACE/Site/depot',
      'PLACE/Site/yard/THING/truck/1',
    ])
  })

  test('generalize ids that a call created and keep those it referred to', async () => {
    const needs = [
      { action: 'write' as const, paths: truck('1', 'yard') },
      { action: 'write' as const, paths: ['PLACE/Site/yard'] },
    ]
    expect(await suggestScopes(everything, [{ operation: 'things.create', needs }])).toEqual([
      { action: 'write', resourceFilter: 'PLACE/Site/yard' },
      { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/truck/#' },
    ])
  })

  test('cover all that a list call could return', async () => {
    const listing = readOf(formsOf.thing, 'things.list')
    expect(await readFilters(listing, readOf(truck('1')))).toEqual(['THING/#/#'])
    const held: Scope[] = [
      { action: 'read', resourceFilter: 'PLACE/#/yard/THING/truck/#' },
      { action: '*', resourceFilter: 'KEY/#' },
    ]
    expect(
      await (await suggestScopes(held, [listing])).map((scope) => scope.resourceFilter),
    ).toEqual(['PLACE/Fleet/yard/THING/truck/#', 'PLACE/Site/yard/THING/truck/#'])
  })

  test('keep scopes whole that the key granted to others', async () => {
    const needs = [
      { action: 'admin' as const, paths: ['KEY/f3kQ9xZb7LmA'] },
      { action: 'read' as const, paths: ['PLACE/Site/yard/THING/#/#'], whole: true as const },
    ]
    const suggested = await suggestScopes(everything, [{ operation: 'keys.create', needs }])
    expect(suggested).toEqual([
      { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/#/#' },
      { action: 'admin', resourceFilter: 'KEY/#' },
    ])
    expect(
      meetsNeed(
        [{ action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/#' }],
        needs[1] as Need,
      ),
    ).toBe(false)
  })

  test('are empty without calls that need a scope', async () => {
    expect(await suggestScopes(everything, [])).toEqual([])
    expect(await suggestScopes(everything, [{ operation: 'keys.self', needs: [] }])).toEqual([])
  })

  test('keep malformed ids from the log unchanged', async () => {
    expect(await readFilters(readOf(['PLACE/Site/a b']), readOf(['THING/x']))).toEqual([
      'PLACE/Site/a b',
      'THING/x',
    ])
  })
})

test('others have turns of the event loop while thousands of calls are looked at', async () => {
  const calls = numbered(10_000).map((id) => readOf(truck(id, `site-${id}`)))
  let [turns, working] = [0, true]
  const count = () => {
    turns += 1
    if (working) setImmediate(count)
  }
  setImmediate(count)
  await suggestScopes(everything, calls, () => 1)
  working = false
  expect(turns).toBeGreaterThan(2)
})

describe('the general scopes', () => {
  const sizes: Record<string, number> = {
    'PLACE/Site/yard/THING/truck/#': 12,
    'PLACE/Site/yard/THING/#/#': 15,
    'PLACE/Site/depot/THING/truck/#': 9,
    'PLACE/Site/depot/THING/#/#': 9,
    'THING/truck/#': 500,
    'THING/#/#': 900,
  }
  const sizeOf = (filter: string) => sizes[filter] ?? 1000
  const generalFilters = async (...calls: ReturnType<typeof readOf>[]) =>
    (await suggestScopes(everything, calls, sizeOf)).map(({ resourceFilter }) => resourceFilter)
  const inYard = numbered(5).map((id) => readOf(truck(id, 'yard')))

  test('put the place and type in place of its things', async () => {
    expect(await generalFilters(...inYard)).toEqual(['PLACE/Site/yard/THING/truck/#'])
    expect(await generalFilters(...inYard, readOf(truck('v', 'yard', 'van')))).toEqual([
      'PLACE/Site/yard/THING/#/#',
    ])
  })

  test('name few places rather than a type of which there are many things', async () => {
    const inDepot = numbered(3).map((id) => readOf(truck(`d${id}`, 'depot')))
    expect(await generalFilters(...inYard, ...inDepot)).toEqual([
      'PLACE/Site/depot/THING/truck/#',
      'PLACE/Site/yard/THING/truck/#',
    ])
    const anywhere = numbered(4).map((id) => readOf(truck(id, `site-${id}`)))
    expect(await generalFilters(...anywhere)).toEqual(['THING/truck/#'])
  })

  test('keep one or two things, and what is no thing', async () => {
    const [first = readOf([]), second = readOf([])] = inYard
    const site = readOf(['PLACE/Site/yard'])
    expect(await generalFilters(first, second, first, site)).toEqual([
      'PLACE/Site/yard',
      'PLACE/Site/yard/THING/truck/0',
      'PLACE/Site/yard/THING/truck/1',
    ])
    expect(await generalFilters(...inYard, site)).toEqual([
      'PLACE/Site/yard',
      'PLACE/Site/yard/THING/truck/#',
    ])
  })

  test('keep the things of a key that holds them one by one', async () => {
    const held = numbered(5).map((id) => ({
      ...{ action: 'read' as const, resourceFilter: `THING/truck/${id}` },
    }))
    expect(await suggestScopes(held, inYard, sizeOf)).toEqual(held)
  })
})

describe('the suggested allow-list', () => {
  const from = (...all: string[]) => all.map((address) => ({ address }))
  const office = numbered(19).map((i) => `192.0.2.${i}`)

  test('contains up to twenty addresses, each once and in canonical form', () => {
    expect(suggestList([], from('::ffff:192.0.2.1', '192.0.2.1', '2001:DB8::1'))).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ])
  })

  test('combines addresses of one network when there are more', () => {
    const all = from(...office, '198.51.100.7', '2001:db8::1', '2001:db8::2')
    expect(suggestList([], all)).toEqual(['192.0.2.0/24', '198.51.100.7', '2001:db8::/64'])
    const own = ['192.0.2.0/25', '198.51.100.7', '2001:db8::/32']
    expect(suggestList(own, all)).toEqual(['192.0.2.0/25', '198.51.100.7', '2001:db8::/64'])
  })

  test('is absent without calls or with too many networks', () => {
    expect(suggestList([], [])).toBeNull()
    expect(suggestList([], from(...numbered(101).map((i) => `10.${i}.0.1`)))).toBeNull()
  })

  test('is compared with the current one, which may admit more', () => {
    expect(admitsMore([], ['192.0.2.1'])).toBe(true)
    expect(admitsMore(['192.0.2.0/24'], ['192.0.2.1'])).toBe(true)
    expect(admitsMore(['192.0.2.1'], ['192.0.2.1'])).toBe(false)
    expect(admitsMore([], null)).toBe(false)
  })
})
