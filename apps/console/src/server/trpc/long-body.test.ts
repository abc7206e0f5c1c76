import { callLimits } from '@sluice/contract'
import { expect, it } from 'vitest'
import { withLongBody } from './long-body.ts'

const read = (body: string) => {
  return withLongBody(new Request('http://console.example', { method: 'POST', body })).json()
}

const objectOf = (members: number) =>
  Object.fromEntries(Array.from({ length: members }, (_, i) => [`a name of a member ${i}`, i]))

it('a body with as many members as one object may have is read', async () => {
  const body = objectOf(callLimits.bodyMembers)
  expect(await read(JSON.stringify(body))).toEqual(body)
})

it.each([1, callLimits.bodyValues - 10])(
  'a body with a list of %i items is read',
  async (length) => {
    const body = { a: Array.from({ length }, (_, i) => i) }
    expect(await read(JSON.stringify(body))).toEqual(body)
  },
)

it('a body with as long a name as may be is read', async () => {
  const body = { ['x'.repeat(callLimits.bodyName)]: 1 }
  expect(await read(JSON.stringify(body))).toEqual(body)
})

it.each([
  ['a longer name than may be', JSON.stringify({ ['x'.repeat(callLimits.bodyName + 1)]: 1 })],
  ['invalid JSON', '{'],
  ['long invalid JSON', '['.repeat(100_000)],
  ['more values than a call may have', JSON.stringify(Array(callLimits.bodyValues).fill(1))],
  [
    'more members of one object than a call may have',
    JSON.stringify(objectOf(callLimits.bodyMembers + 1)),
  ],
])('a body is rejected with %s', async (_what, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'PARSE_ERROR' })
})
