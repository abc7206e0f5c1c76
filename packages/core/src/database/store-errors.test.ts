import { Problem } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { Prisma } from './generated/client.ts'
import { asProblem } from './store-errors.ts'

const inside = 'duplicate key value violates keys_pkey, digest \\x0102'
const known = (code: string) =>
  new Prisma.PrismaClientKnownRequestError(inside, { code, clientVersion: '7' })

describe('a fault of the database', () => {
  test.each([
    ['P2002', 'conflict'],
    ['P2003', 'conflict'],
    ['P2025', 'conflict'],
    ['P2034', 'conflict'],
    ['P1001', 'unavailable'],
    ['P1017', 'unavailable'],
    ['P2024', 'unavailable'],
    ['P2028', 'unavailable'],
    ['P2010', 'internal'],
    ['P9999', 'internal'],
  ])('%s is answered as %s', (code, problem) => {
    const error = known(code)
    const answer = asProblem(error)
    expect(answer).toMatchObject({ code: problem, cause: error })
    expect(`${answer.detail} ${answer.title}`).not.toContain('keys_pkey')
    expect(answer.retryAfter).toBe(problem === 'unavailable' ? 1 : undefined)
  })

  test.each([
    ['57P03', 'unavailable'],
    ['57P01', 'unavailable'],
    ['08006', 'unavailable'],
    ['23505', 'conflict'],
    ['23503', 'conflict'],
    ['23514', 'internal'],
  ])('Postgres saying %s is answered as %s', (originalCode, code) => {
    const meta = { driverAdapterError: { cause: { originalCode } } }
    const error = new Prisma.PrismaClientKnownRequestError(inside, {
      ...{ code: 'P2039', clientVersion: '7', meta },
    })
    expect(asProblem(error).code).toBe(code)
  })

  test('at its opening is the database out of reach', () => {
    const error = new Prisma.PrismaClientInitializationError(inside, '7')
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', status: 503, cause: error })
  })
})

test('a problem stays what it is', () => {
  const problem = new Problem('not-found', { detail: 'No thing.' })
  expect(asProblem(problem)).toBe(problem)
})

test.each([[new Error('secret inside')], ['a string'], [undefined], [{ code: 'P2002' }]])(
  'all else tells nothing, and keeps its cause for the logs: %s',
  (thrown) => {
    const problem = asProblem(thrown)
    expect(problem).toMatchObject({ code: 'internal', status: 500, cause: thrown })
    expect(problem.detail).toBe(
      'The service failed. Retry later. If it fails again, send the request id to support.',
    )
  },
)
