import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { shownWith } from '#data/testing/shown-with.tsx'
import { editing } from '#form/resource-kind.ts'
import { Drafted } from './edit-mapping.tsx'
import { mappingKind } from './kind.ts'
import { Trial } from './trial.tsx'

const mapping = { ...mappingKind.empty(), id: 'plc', etag: '1', labels: {}, match: [], drop: [] }

test('a mapping with a field that cannot be read is not tried without it', async () => {
  const shown = (change: object | undefined) =>
    shownWith(<Trial mapping={mapping as never} change={change} />, () => null)
  expect(await shown(undefined)).toMatch(/<button[^>]* disabled.*A field cannot be read/s)
  expect(await shown({})).not.toMatch(/<button[^>]* disabled/)
})

test.each([
  ['{}', { drop: [{}] }],
  ['{', undefined],
])('the draft with %s in a field of JSON', async (drop, draft) => {
  const { read } = editing(mappingKind, { ...mapping, metrics: {} } as never)
  const values = { ...mappingKind.empty(), name: 'PLC', drop }
  const drafts: unknown[] = []
  const onDraft = (one: unknown) => void drafts.push(one)
  await runHook(
    () => Drafted({ values, read, onDraft }),
    () => null,
  )
  expect(drafts).toEqual([draft])
})
