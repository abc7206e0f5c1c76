import { expect, test } from 'vitest'
import { auditQuery } from './query.ts'

const query = (text: string) => auditQuery(new URLSearchParams(text)).query

test('both dates are included', () => {
  expect(query('from=2026-03-01&to=2026-03-01')).toMatchObject({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  })
})

test('a hand-made URL breaks nothing', () => {
  const { from, to, actorType } = query('from=soon&to=&actor=robot')
  expect([from, to, actorType]).toEqual([undefined, undefined, undefined])
})
