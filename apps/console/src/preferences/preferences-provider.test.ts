import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { PREFERENCES_COOKIE, readPreferences, standardPreferences } from './preferences.ts'
import { PreferencesProvider, type usePreferences } from './preferences-provider.tsx'

/** A browser that keeps one cookie, besides one of somebody else. */
function browser() {
  let own = ''
  const document = {
    documentElement: { dataset: {} },
    get cookie() {
      return `other=1${own && `; ${own}`}`
    },
    set cookie(text: string) {
      own = text.split(';')[0] ?? ''
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'https:' })
  return () => readPreferences(own.slice(PREFERENCES_COOKIE.length + 1))
}

type Held = ReturnType<typeof usePreferences>

/** Two tabs of the browser. */
async function tabs() {
  const tab = () => PreferencesProvider({ kept: standardPreferences, children: null })
  const { now, act } = await runHook(
    () => [tab(), tab()],
    () => undefined,
  )
  const held = (which: number): Held => now()[which]?.props.value
  return [0, 1].map((which) => ({
    preferences: () => held(which).preferences,
    change: (partOf: Parameters<Held['change']>[0]) => act(() => held(which).change(partOf)),
  }))
}

test('tabs keep the preferences that others have changed', async () => {
  const kept = browser()
  const [first, second] = await tabs()
  const hide = (list: string) =>
    first?.change(({ hidden }) => ({ hidden: { ...hidden, [list]: ['Site'] } }))
  await hide('things')
  await second?.change(() => ({ rows: 'dense' }))
  await hide('keys')
  const all = { rows: 'dense', hidden: { things: ['Site'], keys: ['Site'] } }
  expect(kept()).toMatchObject(all)
  expect(first?.preferences()).toMatchObject(all)
})

test('a browser that keeps nothing yet begins with the defaults', async () => {
  const kept = browser()
  const [tab] = await tabs()
  await tab?.change(() => ({ times: 'utc' }))
  expect(kept()).toMatchObject({ rows: 'calm', times: 'utc', hidden: {} })
})
