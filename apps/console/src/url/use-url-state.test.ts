import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useUrlState } from './use-url-state.ts'

test('a change of the URL keeps one that is not rendered yet', async () => {
  const { now } = await runHook(useUrlState, () => undefined)
  const location = { pathname: '/o/demo/things', search: '' }
  const history = {
    replaceState: (_state: unknown, _title: string, url: string) =>
      Object.assign(location, { search: url }),
  }
  Object.assign(window, { location, history })
  const { filter } = now()
  filter({ text: 'pump' })
  filter({ freshness: 'silent' })
  expect(location.search).toBe('?text=pump&freshness=silent')
})
