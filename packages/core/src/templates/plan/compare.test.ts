import { expect, test } from 'vitest'
import { changesOf, merged } from './compare.ts'
import type { Stored } from './step.ts'

const before: Stored = { id: 'a', etag: '1', labels: {}, attributes: {} }

test('a member that is missing differs from one that is null', () => {
  const named = { attributes: { plate: null } }
  const wanted = merged(before, { ...before, ...named }, named)
  expect(changesOf(before, wanted, named)).toStrictEqual([
    { pointer: '/attributes/plate', before: null, after: null },
  ])
  expect(changesOf({ ...before, ...named }, wanted, named)).toEqual([])
})
