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
])('rejects a page of too many values of %s, and says how many it has', (_, page) => {
  expect(() => refuseLarge({ timestamps, ...page })).toThrow(Problem)
  expect(() => refuseLarge({ timestamps, ...page })).toThrow(
    expect.objectContaining({
      errors: [{ pointer: '/query/limit', detail: expect.stringContaining('251,000') }],
    }),
  )
})

it.each([
  ['of as many values as allowed', { timestamps, values: columns(250) }],
  ['of no values', { timestamps, values: null, byThing: null, byGroup: null }],
  ['that is not a series', { items: [] }],
  ['that is undefined', undefined],
])('accepts an answer %s', (_, output) => {
  expect(() => refuseLarge(output)).not.toThrow()
})
