import { expect, it } from 'vitest'
import { parseStatement } from './statement.ts'
import { turnOf } from './turns.ts'

it.each<[string, ReturnType<typeof turnOf>]>([
  [
    'INSERT INTO samples (time) FORMAT Native',
    { kind: 'rows', owner: 'INSERT INTO samples (time)' },
  ],
  ['INSERT INTO touched SELECT * FROM samples', { kind: 'other', owner: '5' }],
  ['SELECT 1', { kind: 'other', owner: '5' }],
  ['ALTER TABLE samples DELETE WHERE 1', { kind: 'other', owner: '5' }],
])('%s takes a turn of its table or organization', (sql, turn) => {
  const parameters: [string, string][] = [
    ['param_thing', '1'],
    ['param_organization', '5'],
  ]
  expect(turnOf(parseStatement(Buffer.from(sql)), parameters)).toEqual(turn)
})

it('a statement without an organization takes a turn of the service', () => {
  expect(turnOf(parseStatement(Buffer.from('SELECT 1')), [])).toEqual({ kind: 'other', owner: '' })
})
