import { environmentManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { LatestGrid } from './latest-grid.tsx'

afterEach(() => {
  vi.useRealTimers()
  environmentManager.setIsServer(() => true)
})

const place = { kind: 'site', id: 'oslo', name: 'Oslo' } as const

/** The grid of a site with one thing, whose type has a metric of this key but no sample of it. */
async function gridWith(key: string) {
  const asked: string[] = []
  const { now, act } = await runHook(
    () => LatestGrid({ place, empty: null }),
    (operation) => {
      asked.push(operation)
      if (operation === 'things.list') {
        return { items: [{ id: 'truck-1', name: 'T', thingTypeId: 'truck' }], nextCursor: null }
      }
      if (operation === 'telemetry.thingsRecent') return { byThing: { 'truck-1': {} } }
      if (operation === 'thingTypes.get') {
        return { id: 'truck', metrics: [{ key, metricDefinitionId: 'd' }] }
      }
      return { items: [{ id: 'd', name: 'Metric', valueType: 'number', unit: null }] }
    },
  )
  return { asked, act, columns: () => propsWithin(now(), ({ columns }) => columns).columns }
}

test.each(['constructor', 'toString', '__proto__'])(
  'a metric called %s has no value until there is a sample',
  async (key) => {
    const { columns } = await gridWith(key)
    await expect.poll(() => columns()[1].header).toBe('Metric')
    expect(columns()[1].cell({ id: 'truck-1' }).props.value).toBeUndefined()
    expect(columns()[1].cell({ id: 'constructor' }).props.value).toBeUndefined()
  },
)

test('when a thing was last seen is read again, like its values', async () => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { asked, act } = await gridWith('cargo')
  await vi.waitFor(() => expect(asked).toContain('telemetry.thingsRecent'))
  await act(() => vi.advanceTimersByTime(35_000))
  expect(asked.filter((operation) => operation === 'things.list')).toHaveLength(2)
})
