import { expect, it } from 'vitest'
import { pageOf } from './tables.ts'

const answer = {
  status: 200,
  arrow: new Uint8Array(),
  next: undefined,
  unheard: false,
  retryAfter: false,
}

it('a table as CSV has texts as they were sent, the empty one too, and numbers with their sign', () => {
  const lines = [
    'timestamp,level,state',
    '2026-01-01T00:00:00.000Z,-0,"a ""b"", c\r\nd"',
    '2026-01-01T00:00:01.000Z,,""',
    "2026-01-01T00:00:02.000Z,1,'=1",
    "2026-01-01T00:00:03.000Z,1,''-1",
    "2026-01-01T00:00:04.000Z,1,'s",
    '2026-01-01T00:00:05.000Z,1,',
    '2026-01-01T00:00:06.000Z,1',
    '',
  ]
  const { page } = pageOf('?format=csv', { ...answer, text: lines.join('\r\n') })
  expect(page).toMatchObject({
    columns: [
      ['level', [-0, null, 1, 1, 1, 1, 1]],
      ['state', ['a "b", c\r\nd', '', '=1', "'-1", "'s", null, 'no cell']],
    ],
  })
})

it.each(['=1', '+1', '-1', '@1', '\t1', '\r1', '\n1'])(
  'a text %j without an apostrophe is wrong',
  (text) => {
    const lines = `timestamp,state\r\n2026-01-01T00:00:00.000Z,"${text}"\r\n`
    const { page } = pageOf('?format=csv', { ...answer, text: lines })
    expect(page).toMatchObject({ columns: [['state', [`unguarded ${text}`]]] })
  },
)

it('a table that is no CSV is refused', () => {
  expect(() => pageOf('?format=csv', { ...answer, text: 'a\r\n"b"c\r\n' })).toThrow('No CSV')
})
