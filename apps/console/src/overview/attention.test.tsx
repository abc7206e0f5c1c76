import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { Attention } from './attention.tsx'

const calm = {
  'keys.list': { items: [], total: 0 },
  'integrations.list': { items: [], total: 0 },
  'organization.storage': { items: [] },
  'things.count': { freshness: { silent: 0 } },
}
const counts = { totals: { calls: 1, ok: 1, refused: 0, failed: 0 }, statuses: [] }
const calls = { data: counts as never, error: null, refetch: () => {} }

function shown(answers: Readonly<Record<string, unknown>>, counted: typeof calls = calls) {
  return shownWith(<Attention calls={counted} />, (operation) => {
    if (answers[operation] instanceof Error) throw answers[operation]
    return answers[operation]
  })
}

test('says that nothing needs attention only once everything was looked at', async () => {
  expect(await shown(calm)).toContain('Nothing right now')
  expect(await shown(calm, { ...calls, data: undefined as never })).toContain('Looking')
})

test('says so if a query failed, with a button to retry', async () => {
  const html = await shown({ ...calm, 'things.count': new Error('lost') })
  expect(html).not.toContain('Looking')
  expect(html).toContain('could not be loaded')
  expect(html).toContain('Try again')
  const failed = { data: undefined as never, error: new Error('lost') as never }
  expect(await shown(calm, { ...calls, ...failed })).toContain('could not be loaded')
})

test('shows what it found although another query failed', async () => {
  const integrations = { items: [], total: 2 }
  const failed = new Error('lost')
  const html = await shown({
    ...{ ...calm, 'integrations.list': integrations, 'things.count': failed },
  })
  expect(html).toContain('2 integrations are failing')
  expect(html).toContain('Try again')
})
