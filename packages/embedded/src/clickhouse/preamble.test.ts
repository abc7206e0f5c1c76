import { describe, expect, it } from 'vitest'
import { preambleOf } from './preamble.ts'
import type { QueryRequest } from './request.ts'

const plain: QueryRequest = {
  queryId: 'q',
  query: undefined,
  database: undefined,
  defaultFormat: 'Null',
  parameters: [],
  settings: [],
  readonly: false,
  compressResponse: false,
}

const keyOf = (request: Partial<QueryRequest>) => preambleOf({ ...plain, ...request }).key

describe('requests share a connection', () => {
  it('whatever the values and the order of their parameters', () => {
    const parameters: QueryRequest['parameters'] = [
      ['param_a', '1'],
      ['param_b', '2'],
    ]
    const others: QueryRequest['parameters'] = [
      ['param_b', '3'],
      ['param_a', '4'],
    ]
    expect(keyOf({ parameters })).toBe(keyOf({ parameters: others }))
  })

  it('whatever their insert deduplication tokens, which are set for each request', () => {
    const withToken = (token: string) => ({
      ...plain,
      settings: [['insert_deduplication_token', token]] as [string, string][],
    })
    const [one, other] = [preambleOf(withToken('x')), preambleOf(withToken('y'))]
    expect(one.key).toBe(other.key)
    expect(one.binding).toContain("'x'")
    expect(one.state).toBe('')
  })
})

describe('requests do not share a connection', () => {
  it.each<[string, Partial<QueryRequest>]>([
    ['with other parameters', { parameters: [['param_a', '1']] }],
    ['with other settings', { settings: [['max_threads', '1']] }],
    ['with another database', { database: 'other' }],
  ])('%s', (_, request) => {
    expect(keyOf(request)).toBeDefined()
    expect(keyOf(request)).not.toBe(keyOf({}))
  })

  it('when they are read-only', () => {
    expect(keyOf({ readonly: true })).toBeUndefined()
    expect(keyOf({ settings: [['readonly', '1']] })).toBeUndefined()
  })
})
