import type { TemplateParameter } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { valuesOf } from './values.ts'

test('other calls get a turn between values that are dear to judge', async () => {
  const value = Array.from({ length: 10_000 }, (_, i) => [i])
  const one = {
    description: '',
    type: 'array',
    default: value,
    schema: { uniqueItems: true },
  } as const
  const parameters = ['a', 'b', 'c', 'd', 'e'].map((name): TemplateParameter => ({ ...one, name }))
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { faults } = await valuesOf(parameters, {}, '/body/parameters')
  clearImmediate(next)
  expect(faults).toEqual([])
  expect(turns).toBeGreaterThanOrEqual(3)
})

describe('a long list', () => {
  const serial = { type: 'string', pattern: '^[A-Z]{1,40}$' }
  const faultsOf = async (schema: object, list: unknown[]) => {
    const parameter = { name: 'l', description: '', type: 'array', schema } as const
    return (await valuesOf([parameter as TemplateParameter], { l: list }, '/p')).faults
  }
  const list = Array.from({ length: 3000 }, (_, i) => ({ serial: 'X'.repeat(30), i }))
  const items = { properties: { serial }, required: ['serial'] }

  test('is checked, however much work that is in all', async () => {
    expect(await faultsOf({ items }, list)).toEqual([])
  })

  test('has its faults at its elements, and by the rules for the whole list', async () => {
    const wrong = list.with(1234, { serial: 'x', i: 1 }).with(2999, { i: 7 } as never)
    expect(await faultsOf({ items, maxItems: 2999 }, wrong)).toEqual([
      { pointer: '/p/l', detail: 'must NOT have more than 2999 items' },
      { pointer: '/p/l/1234/serial', detail: 'must match pattern "^[A-Z]{1,40}$"' },
      { pointer: '/p/l/2999', detail: "must have required property 'serial'" },
    ])
  })

  test.each([
    ['refer to the schema of the list', { items: { $ref: '#/$defs/one' }, $defs: { one: items } }],
    ['are beside others', { prefixItems: [{ required: ['i'] }], items }],
    ['are counted by another keyword', { items, unevaluatedItems: false }],
  ])('is checked in one go if its elements’ rules %s', async (_, schema) => {
    expect(await faultsOf(schema, list.slice(0, 40))).toEqual([])
    expect(await faultsOf(schema, list)).toEqual([
      {
        pointer: '/p/l',
        detail: 'cannot be checked with its schema: the text is too long for the patterns',
      },
    ])
  })

  test('is rejected if checking all of its elements takes too much work', async () => {
    const dear = { allOf: Array.from({ length: 200 }, (_, i) => ({ minimum: -i })) }
    const numbers = Array.from({ length: 20_000 }, (_, i) => i)
    expect(await faultsOf({ items: dear }, numbers)).toEqual([
      { pointer: '/p/l', detail: expect.stringContaining('in parts') },
    ])
  })

  test('lists no more faults than an answer shows', async () => {
    const texts = Array.from({ length: 20_000 }, () => 'x')
    const { length } = await faultsOf({ items: { type: 'number' } }, texts)
    expect(length).toBeGreaterThan(1000)
    expect(length).toBeLessThan(1100)
  })

  test('is rejected once if its elements cannot be checked', async () => {
    const long = list.map(() => ({ serial: 'X'.repeat(10_000) }))
    expect(await faultsOf({ items }, long)).toHaveLength(1)
  })
})
