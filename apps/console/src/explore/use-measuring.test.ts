import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useMeasuring } from './use-measuring.ts'

const missing = TRPCClientError.from({
  error: { code: -32_004, message: 'x', data: { code: 'NOT_FOUND', httpStatus: 404 } },
} as never)
const unavailable = new Error('unavailable')

/** Measures two trucks; `failing` are the calls that fail. */
async function measured(failing: Readonly<Record<string, Error>>) {
  const { now } = await runHook(
    () => useMeasuring({ things: ['a', 'b'], filters: {}, groupBy: 'thing' }),
    (operation, input) => {
      const { params } = input as { params?: { thingId?: string } }
      const failure = failing[`${operation} ${params?.thingId}`] ?? failing[operation]
      if (failure) throw failure
      if (operation === 'things.get')
        return { id: params?.thingId, name: 'T', thingTypeId: 'truck' }
      if (operation === 'metricDefinitions.list') return { items: [] }
      return { id: 'truck', metrics: [{ key: 'cargo', metricDefinitionId: 'cargo' }] }
    },
  )
  await expect.poll(() => now().isPending).toBe(false)
  return now()
}

test.each(['things.get b', 'thingTypes.get', 'metricDefinitions.list'])(
  'a failure of %s is an error, not fewer things or metrics',
  async (call) => {
    const { error } = await measured({ [call]: unavailable })
    expect(error).toMatchObject({ message: 'unavailable' })
  },
)

test.each([
  ['things.get b', ['a']],
  ['things.get', []],
])('things that do not exist are left out: %s', async (call, left) => {
  const { error, things, total } = await measured({ [call]: missing })
  expect(error).toBeUndefined()
  expect(things.map(({ id }) => id)).toEqual(left)
  expect(total).toBe(left.length)
})
