import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { whereExample } from './where.ts'
import { whereFaults } from './where-faults.ts'

const refusal = (...errors: { pointer: string; detail: string }[]) =>
  Object.assign(new TRPCClientError('refused'), { data: { problem: { errors } } })
const where = { pointer: '/query/where', detail: 'must have at most 5 conditions, not 6' }

test('a refused condition is told in the words of the API', () => {
  expect(whereFaults(refusal(where))).toEqual(['must have at most 5 conditions, not 6'])
  expect(whereFaults(refusal(where, { ...where, detail: '"x" is not a metric' }))).toEqual([
    'must have at most 5 conditions, not 6',
    '"x" is not a metric',
  ])
})

test('any other failure is not the fault of the condition', () => {
  expect(whereFaults(refusal(where, { pointer: '/query/from', detail: 'is invalid' }))).toBe(
    undefined,
  )
  expect(whereFaults(refusal())).toBe(undefined)
  expect(whereFaults(new Error('502'))).toBe(undefined)
  expect(whereFaults(null)).toBe(undefined)
})

test('the example is made of the first number and the first boolean', () => {
  const metric = (key: string, valueKind: 'number' | 'boolean' | 'text', more = {}) => ({
    ...{ key, valueKind, min: null, max: null, ...more },
  })
  const [mode, cargo] = [metric('mode', 'text'), metric('cargo', 'number', { min: -40, max: 30 })]
  const [wind, door] = [metric('wind', 'number'), metric('door', 'boolean')]
  expect(whereExample([mode, cargo, wind, door])).toBe('cargo>-5,door=true')
  expect(whereExample([wind])).toBe('wind>10')
  expect(whereExample([mode])).toBe('mode=…')
  expect(whereExample([])).toBe('')
})
