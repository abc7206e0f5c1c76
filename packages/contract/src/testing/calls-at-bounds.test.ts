import { expect, it } from 'vitest'
import { z } from 'zod'
import { callsAtBounds, ugliestCalls } from './ugliest.ts'

/** The values in calls at the bounds of an input, and beyond them. */
function tried(row: Parameters<typeof callsAtBounds>[0]) {
  const calls = [...callsAtBounds(row, {})]
  const named = (bound: string) =>
    calls.filter((call) => call.bound === bound).map(({ what }) => what)
  return { at: named('at'), beyond: named('beyond') }
}

const around = [
  ...['1e+308', '-1e+308', '2147483647', '2147483648', '-2147483649', '4294967296'],
  ...['9007199254740991', '9007199254740992', '-9007199254740992'],
]

it('tries a number at its bounds, and at those of 32 bits and of exact integers', () => {
  const of = (part: string, ...values: string[]) => values.map((value) => `${part}: ${value}`)
  expect(tried({ query: z.object({ n: z.int().min(3).max(9) }) })).toEqual({
    at: of('query.n', '3', '9'),
    beyond: of('query.n', ...around, '2', '10'),
  })
  expect(tried({ body: z.object({ n: z.number() }) })).toEqual({
    at: of('body.n', ...around),
    beyond: [],
  })
})

it('tries a text and a list at their maximum length, and one beyond', () => {
  expect(tried({ body: z.object({ texts: z.array(z.string().max(20)).max(5) }) })).toEqual({
    at: ['body.texts: 5 elements', 'body.texts.0: "9" x 20'],
    beyond: ['body.texts: 6 elements', 'body.texts.0: "." x 21'],
  })
})

it('limits a path parameter to the length that the router accepts', () => {
  expect(tried({ params: z.object({ id: z.string() }) })).toEqual({
    at: ['params.id: "9" x 256'],
    beyond: ['params.id: "." x 257'],
  })
})

it('never expects a bulk body to be beyond its bounds', () => {
  const frames = z.object({ frames: z.array(z.int()) })
  const { beyond } = tried({ query: z.object({ a: z.string() }), body: frames, bodyForm: 'bulk' })
  expect(beyond).toEqual(['query.a: "." x 4097'])
})

it('tries lists with an ugly text in each entry, of as many entries as the list and the body may hold', () => {
  const body = z.object({ scopes: z.array(z.object({ filter: z.string().max(20) })).max(100) })
  const lists = (bodyLimit: number) =>
    [...ugliestCalls({ body, bodyLimit }, {})]
      .filter(({ what }) => what === 'body.scopes.0.filter in each entry: "m/" x 10')
      .map(({ call }) => call.body)
  const entry = { filter: 'm/'.repeat(10) }
  expect(lists(100_000)).toEqual([{ scopes: Array(100).fill(entry) }])
  expect(lists(1000)).toEqual([{ scopes: Array(29).fill(entry) }])
})
