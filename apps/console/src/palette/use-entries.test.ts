import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useEntries } from './use-entries.ts'

test('a search that failed is not one that found nothing', async () => {
  const { now } = await runHook(
    () => useEntries('key'),
    () => {
      throw new Error('lost')
    },
  )
  await expect.poll(() => now().error?.message).toBe('lost')
  const { entries, isSearching } = now()
  expect(isSearching).toBe(false)
  expect(entries).toContainEqual(expect.objectContaining({ href: '/keys' }))
})

test('a search that found nothing has no error', async () => {
  const { now } = await runHook(
    () => useEntries('no such name'),
    () => [],
  )
  await expect.poll(() => now().isSearching).toBe(false)
  expect(now()).toMatchObject({ entries: [], error: null })
})
