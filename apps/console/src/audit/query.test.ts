import { expect, test } from 'vitest'
import { auditQuery } from './query.ts'

const query = (text: string) => auditQuery(new URLSearchParams(text)).query

test('an audit query includes both of its dates', () => {
  expect(query('from=2026-03-01&to=2026-03-01')).toMatchObject({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  })
})

test('invalid parameters of the URL are left out of the audit query', () => {
  const { from, to, actorType } = query('from=soon&to=&actor=robot')
  expect([from, to, actorType]).toEqual([undefined, undefined, undefined])
})
