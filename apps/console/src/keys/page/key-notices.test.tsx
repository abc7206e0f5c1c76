import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { exampleKey } from '../testing/example-key.ts'
import { KeyNotices } from './key-notices.tsx'

test('says so if the calls that warnings come from could not be loaded', async () => {
  const leaked = exampleKey({ leakedAt: '2026-05-02T00:00:00.000Z' })
  const html = await shownWith(<KeyNotices record={leaked} isOutdated={false} />, () => {
    throw new Error('lost')
  })
  expect(html).toContain('could not be loaded')
  expect(html).toContain('Try again')
  expect(html).toContain('leaked')
})
