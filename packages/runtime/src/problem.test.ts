import { expect, test } from 'vitest'
import { invalidRequest, notFound, Problem } from './problem.ts'

const id = '3hZk9QmT7aBc'
const keyString = `svcad_${id}_${'a1B2'.repeat(12)}x`
const shown = `svcad_${id}_...`

test('a problem repeats no key string', () => {
  const { message, detail } = new Problem('conflict', { detail: `The name ${keyString} is taken.` })
  expect(detail).toBe(`The name ${shown} is taken.`)
  expect(message).toBe(`conflict: ${detail}`)
  const { errors } = invalidRequest([
    { pointer: `/query/${keyString}`, detail: `"${keyString}\n" is not a known parameter` },
  ])
  expect(errors).toEqual([
    { pointer: `/query/${shown}`, detail: `"${shown}\\u{a}" is not a known parameter` },
  ])
})

test('a fault repeats little of a body, and no part of a key string', () => {
  const before = '~'.repeat(950)
  const { errors } = invalidRequest([
    { pointer: `/body/${'x'.repeat(1_000_000)}`, detail: 'y'.repeat(1_000_000) },
    { pointer: `/${before}${keyString}${keyString}`, detail: 'is unknown' },
  ])
  expect(errors?.[0]?.pointer).toMatch(/^.body.x{900,1000}…$/)
  expect(errors?.[0]?.detail).toMatch(/^y{3900,4000}…$/)
  expect(errors?.[1]?.pointer).toBe(`/${before}…`)
})

test('a key string in place of an id is answered with the id that the key has', () => {
  expect(notFound('key', keyString)).toMatchObject({
    status: 404,
    detail: `There is no key "${shown}", or this caller may not read it. That is a key string, a secret: name the key by its id, ${id}.`,
  })
  expect(notFound('key', id).detail).toBe(
    `There is no key "${id}", or this caller may not read it.`,
  )
})
