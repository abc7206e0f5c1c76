import { expect, test } from 'vitest'
import { changesOf, listChange, written } from './changes-of.ts'

test('lists only fields that differ, with dotted paths, and omits timestamps', () => {
  const before = { name: 'a', labels: { x: '1', y: '2' }, etag: '"1"', tags: [1], same: null }
  const after = { name: 'b', labels: { x: '1', y: '3' }, etag: '"2"', tags: [1], same: null }
  expect(changesOf(before, after)).toEqual([
    { field: 'name', before: 'a', after: 'b' },
    { field: 'labels.y', before: '2', after: '3' },
  ])
})

test('lists all fields of a created or deleted record', () => {
  expect(changesOf(null, { name: 'a' })).toEqual([{ field: 'name', before: undefined, after: 'a' }])
  expect(changesOf({ name: 'a' }, null)).toEqual([{ field: 'name', before: 'a', after: undefined }])
})

test('shows the added and removed items of a changed list', () => {
  const scope = (action: string) => ({ action, resourceFilter: '#' })
  const change = { field: 'scopes', before: [scope('read')], after: [scope('read'), scope('*')] }
  expect(listChange(change)).toEqual({ removed: [], added: ['* #'], kept: 1 })
  expect(listChange({ field: 'name', before: 'a', after: 'b' })).toBeUndefined()
  expect(listChange({ field: 'siteId', before: null, after: undefined })).toBeUndefined()
  expect(listChange({ field: 'fleetIds', before: null, after: [] })).toEqual({
    removed: [],
    added: [],
    kept: 0,
  })
})

test('shows null and empty values as words', () => {
  expect([null, '', 'a', 3, false].map(written)).toEqual(['none', 'empty', 'a', '3', 'false'])
})
