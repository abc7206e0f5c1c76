import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('what is asked in one turn of the event loop is read in one statement, by organization', async () => {
  const asked: [string, readonly string[]][] = []
  const load = inBatches(async (organization, ids) => {
    asked.push([organization, ids])
    return new Map(ids.filter((id) => id !== 'none').map((id) => [id, `${organization}/${id}`]))
  })
  const first = [load('acme', 'a'), load('acme', 'none'), load('other', 'a'), load('acme', 'b')]
  expect(await Promise.all(first)).toEqual(['acme/a', null, 'other/a', 'acme/b'])
  expect(await load('acme', 'a')).toBe('acme/a')
  expect(asked).toEqual([
    ['acme', ['a', 'none', 'b']],
    ['other', ['a']],
    ['acme', ['a']],
  ])
})

test('a failed statement fails those who asked, and nobody after them', async () => {
  let fails = true
  const load = inBatches(async (_, ids) => {
    if (fails) throw new Error('no connection')
    return new Map(ids.map((id) => [id, id]))
  })
  const asked = await Promise.allSettled([load('acme', 'a'), load('acme', 'b')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await load('acme', 'a')).toBe('a')
})
