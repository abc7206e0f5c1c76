import { Problem } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { refuseLarge } from './large-answer.ts'

const timestamps = Array.from({ length: 1000 }, (_, i) => `${i}`)
const columns = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, []]))
const things = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`thing-${i}`, columns(1)]))

it.each([
  ['metrics', { values: columns(251) }],
  ['things', { byThing: things(251) }],
  ['groups', { byGroup: [{ values: columns(200) }, {}, { values: columns(51) }] }],
])('a page of too many values of %s is refused, and says how many it has', (_, page) => {
  expect(() => refuseLarge({ timestamps, ...page })).toThrow(Problem)
  expect(() => refuseLarge({ timestamps, ...page })).toThrow(
    expect.objectContaining({
      errors: [{ pointer: '/query/limit', detail: expect.stringContaining('251,000') }],
    }),
  )
})

it.each([
  ['of as many as may be', { timestamps, values: columns(250) }],
  ['of none', { timestamps, values: null, byThing: null, byGroup: null }],
  ['that is no series', { items: [] }],
  ['that is nothing', undefined],
])('an answer %s is left as it is', (_, output) => {
  expect(() => refuseLarge(output)).not.toThrow()
})
