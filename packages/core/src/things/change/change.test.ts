import { expect, test } from 'vitest'
import { upTo } from './change.ts'

const wishes = ['a', 'b', 'c'].map((id) => ({ id }))

test.each([
  ['all are read', 'c', ['a', 'b', 'c'], 'z'],
  ['only the first ones are read', 'b', ['a', 'b'], 'b'],
  ['none is there any more', undefined, ['a', 'b', 'c'], 'z'],
] as const)(
  'a page of a filter ends with the last thing that is read: %s',
  (_, last, ids, next) => {
    const page = upTo(last, { wishes, nextAfter: 'z' })
    expect(page).toEqual({ wishes: ids.map((id) => ({ id })), nextAfter: next })
  },
)
