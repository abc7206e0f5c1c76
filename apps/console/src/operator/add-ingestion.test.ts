import type { TierLimit } from '@sluice/contract'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { AddIngestion } from './add-ingestion.tsx'

test('the dialog stays open when another operator adds the limit', async () => {
  const { now, act } = await runHook(
    () => {
      const [limits, refetched] = useState<TierLimit[]>([])
      return { shown: AddIngestion({ organizationId: 'demo', limits }), refetched }
    },
    () => undefined,
  )
  await act(() => propsWithin(now().shown, ({ onClick }) => onClick).onClick())
  await act(() => now().refetched([{ tier: 'ingest' } as TierLimit]))
  const dialog = propsWithin(now().shown, ({ opened }) => opened === true)
  expect(dialog).toBeDefined()
  await act(() => dialog.onClose())
  expect(now().shown).toBeNull()
})
