import { Problem } from '@sluice/runtime'
import { describe, expect, test } from 'vitest'
import { Prisma } from './generated/client.ts'
import { asProblem } from './store-errors.ts'

const inside = 'duplicate key value violates keys_pkey, digest \\x0102'
const known = (code: string) =>
  new Prisma.PrismaClientKnownRequestError(inside, { code, clientVersion: '7' })

describe('a database error', () => {
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
  ])('with the Prisma code %s is answered as %s', (code, problem) => {
    const error = known(code)
    const answer = asProblem(error)
    expect(answer).toMatchObject({ code: problem, cause: error })
    expect(`${answer.detail} ${answer.title}`).not.toContain('keys_pkey')
    expect(answer.retryAfter).toBe(problem === 'unavailable' ? 1 : undefined)
  })

  test('of a record that changed meanwhile is answered by If-Match, if it names etags', () => {
    const error = known('P2025')
    expect(asProblem(error, '"3"')).toMatchObject({ code: 'precondition-failed', cause: error })
    expect(asProblem(error, '*').code).toBe('conflict')
    expect(asProblem(known('P2002'), '"3"').code).toBe('conflict')
  })

  test.each([
    ['57P03', 'unavailable'],
    ['57P01', 'unavailable'],
    ['08006', 'unavailable'],
    ['57014', 'unavailable'],
    ['53100', 'unavailable'],
    ['25006', 'unavailable'],
    ['23505', 'conflict'],
    ['23503', 'conflict'],
    ['23514', 'internal'],
  ])('with the SQLSTATE %s is answered as %s', (originalCode, code) => {
    const meta = { driverAdapterError: { cause: { originalCode } } }
    const error = new Prisma.PrismaClientKnownRequestError(inside, {
      ...{ code: 'P2039', clientVersion: '7', meta },
    })
    expect(asProblem(error).code).toBe(code)
    // For a statement in a transaction, the driver's error comes unwrapped.
    const raw = Object.assign(new Error(inside), { cause: { originalCode } })
    raw.name = 'DriverAdapterError'
    expect(asProblem(raw)).toMatchObject({ code, cause: raw })
  })

  test.each(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])(
    'of our own SQL, of the kind %s, is answered as unavailable',
    (kind) => {
      const meta = { driverAdapterError: { cause: { kind } } }
      const error = new Prisma.PrismaClientKnownRequestError(inside, {
        ...{ code: 'P2010', clientVersion: '7', meta },
      })
      expect(asProblem(error).code).toBe('unavailable')
    },
  )

  test.each([
    'Client has encountered a connection error and is not queryable',
    'Connection terminated unexpectedly',
  ])('of a connection that was lost in a transaction is answered as unavailable: %s', (message) => {
    expect(asProblem(new Error(message))).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  })

  test('of a transaction that ran out of its time says so', () => {
    const message = 'A commit cannot be executed on an expired transaction. The timeout was 5000 ms'
    const error = new Prisma.PrismaClientKnownRequestError(message, {
      ...{ code: 'P2028', clientVersion: '7' },
    })
    const detail = expect.stringMatching(/^This took too long/)
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', detail, cause: error })
  })

  test('while connecting is answered as unavailable', () => {
    const error = new Prisma.PrismaClientInitializationError(inside, '7')
    expect(asProblem(error)).toMatchObject({ code: 'unavailable', status: 503, cause: error })
  })
})

test('a problem is passed through unchanged', () => {
  const problem = new Problem('not-found', { detail: 'No thing.' })
  expect(asProblem(problem)).toBe(problem)
})

test.each([[new Error('secret inside')], ['a string'], [undefined], [{ code: 'P2002' }]])(
  'any other error becomes an internal problem, with its cause for logs only: %s',
  (thrown) => {
    const problem = asProblem(thrown)
    expect(problem).toMatchObject({ code: 'internal', status: 500, cause: thrown })
    expect(problem.detail).toBe(
      'The service failed. Retry later. If it fails again, send the request id to support.',
    )
  },
)
