import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { rangeOf } from './pointer-range.ts'

const doc = `{
  "parameters": [],
  "resources": [
    { "kind": "site" },
    {
      "kind": "thing",
      "a/b": true
    }
  ]
}`
const state = EditorState.create({ doc, extensions: [json()] })

function textAt(pointer: string): string {
  const { from, to } = rangeOf(state, pointer)
  return state.sliceDoc(from, to)
}

test('a pointer selects its value, or only the first line of a longer value', () => {
  expect(textAt('/resources/0/kind')).toBe('"site"')
  expect(textAt('/resources/1/a~1b')).toBe('true')
  expect(textAt('/resources/1')).toBe('{')
})

test('a pointer to a missing value selects its parent', () => {
  expect(textAt('/resources/0/id')).toBe('{ "kind": "site" }')
  expect(rangeOf(state, '/name').from).toBe(0)
})
