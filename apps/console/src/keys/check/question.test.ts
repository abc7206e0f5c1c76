import { expect, test } from 'vitest'
import { emptyQuestion, exampleBody, parametersOf, questionOf } from './question.ts'

test('the form shows the path parameters of the operation', () => {
  expect(parametersOf('things.get')).toEqual(['thingId'])
  expect(parametersOf('things.list')).toEqual([])
})

test('only filled-in parameters of the operation are sent', () => {
  const question = {
    ...emptyQuestion('things.get', null),
    params: { thingId: ' t7 ', keyId: 'left over' },
  }
  expect(questionOf(question)).toEqual({ operation: 'things.get', params: { thingId: 't7' } })
})

test('address, time and body are sent', () => {
  const question = { ...emptyQuestion('things.update', '192.0.2.7'), body: '{"status":"Active"}' }
  const at = '2026-03-01T12:00:00.000Z'
  expect(questionOf({ ...question, at })).toMatchObject({
    body: { status: 'Active' },
    address: '192.0.2.7',
    at,
  })
})

test('the body is prefilled with the example of the contract, and must be JSON', () => {
  expect(JSON.parse(exampleBody('things.update'))).toEqual({ status: 'Inactive' })
  expect(exampleBody('things.get')).toBe('')
  expect(() => questionOf({ ...emptyQuestion('things.update', null), body: '{' })).toThrow(
    SyntaxError,
  )
})
