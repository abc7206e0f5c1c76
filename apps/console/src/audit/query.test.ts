import { expect, test } from 'vitest'
import { auditPageQuery, auditQuery } from './query.ts'

const query = (text: string) => auditQuery(new URLSearchParams(text))

test('an audit query takes its range from two times or from a relative preset', () => {
  expect(query('from=2026-03-01T12:00:00Z&to=2026-03-02')).toMatchObject({
    from: '2026-03-01T12:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  })
  expect(query('from=now-7d&to=-1d')).toMatchObject({ from: '-7d', to: '-1d' })
})

test('an audit query ignores invalid URL parameters', () => {
  const { from, to, actorType } = query('from=soon&to=&actor=robot')
  expect([from, to, actorType]).toEqual([undefined, undefined, undefined])
})

test('a page has one row per request, and an export has every entry', () => {
  const filters = new URLSearchParams('text=roof&cursor=abc')
  expect(auditPageQuery(filters).query).toMatchObject({ foldBy: 'request', cursor: 'abc' })
  expect(auditQuery(filters)).not.toHaveProperty('foldBy')
  expect(auditQuery(filters)).not.toHaveProperty('cursor')
  expect(auditPageQuery(new URLSearchParams('request=a1')).query?.foldBy).toBeUndefined()
})
