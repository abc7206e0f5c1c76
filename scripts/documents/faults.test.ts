import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'

function faults(text: string, others: Record<string, string> = {}) {
  const documents = new Map(Object.entries({ 'docs/page.md': text, ...others }))
  const sources = ['packages/core/src/keys/revoke.ts', 'packages/core/src/keys/create.ts']
  return faultsOf({ files: new Set([...documents.keys(), ...sources]), documents })
}

test('a link to an existing file is no fault', () => {
  const others = { 'README.md': '', 'docs/other.md': '# Two words' }
  const text = '[up](../README.md) [other](other.md#two-words) [web](https://example.com/x)'
  expect(faults(text, others)).toEqual([])
})

test('a link to a missing file is reported', () => {
  expect(faults('[gone](gone.md)')).toEqual(['docs/page.md: gone.md leads to no file'])
})

test('a missing picture is reported, in Markdown and in HTML', () => {
  const text = '![it](a.png)\n<source srcset="b.png"><img src="c.png" alt="">'
  expect(faults(text)).toHaveLength(3)
})

test('a link to a missing anchor is reported, in any document', () => {
  const others = { 'docs/other.md': '## There' }
  expect(faults('# Here\n[a](#here) [b](#nowhere) [c](other.md#gone)', others)).toEqual([
    'docs/page.md: #nowhere has no such anchor',
    'docs/page.md: other.md#gone has no such anchor',
  ])
})

test('anchors of headings follow GitHub: code, punctuation and repeats', () => {
  const text = "# The `--json` flag\n## What's new, and why?\n## Same\n## Same\n"
  const links = '[a](#the---json-flag) [b](#whats-new-and-why) [c](#same) [d](#same-1)'
  expect(faults(text + links)).toEqual([])
})

test('a link that begins with a slash is a fault', () => {
  expect(faults('[root](/README.md)', { 'README.md': '' })).toHaveLength(1)
})

test('a cited path may be whole, the end of a path, a folder or a pattern', () => {
  const text = '`packages/core/src/keys/revoke.ts` `keys/create.ts` `revoke.ts` `keys/` `keys/*.ts`'
  expect(faults(text)).toEqual([])
  expect(faults('`core/keys/revoke.ts`')).toEqual([])
})

test('a cited path that does not exist is reported', () => {
  expect(faults('`keys/rotate.ts` and `packages/core/src/gone`')).toEqual([
    'docs/page.md: `keys/rotate.ts` is no file or folder',
    'docs/page.md: `packages/core/src/gone` is no file or folder',
  ])
})

test('code that is not a path of the repository is ignored', () => {
  const text = '`text/csv` `m/s` `/v2/keys` `GET /v2/key` `@sluice/client` `DATA_DIR/secrets.json`'
  expect(faults(text)).toEqual([])
})

test('code blocks are ignored', () => {
  expect(faults('```md\n[gone](gone.md) `gone.ts`\n# No anchor\n```\n')).toEqual([])
})
