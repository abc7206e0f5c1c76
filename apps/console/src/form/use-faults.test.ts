import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useFaults } from './use-faults.ts'

const refused = TRPCClientError.from({
  error: {
    ...{ code: -32_000, message: 'It is in use.' },
    data: { code: 'CONFLICT', httpStatus: 409, problem: null },
  },
} as never)

test.each([
  ['an answer was lost', TRPCClientError.from(new Error('Failed to fetch')), 'Look.', 2],
  ['the server refused', refused, undefined, 1],
])('a new resource may exist after %s', async (_, error, advice, lists) => {
  const answer = vi.fn(async () => ({ items: [] }))
  const { now, act } = await runHook(() => {
    useQuery(useTRPC().integrations.list.queryOptions({ query: {} }))
    return useFaults(useForm({ initialValues: {} }), () => undefined)
  }, answer)
  await expect.poll(() => answer.mock.calls.length).toBe(1)
  await act(() => now().showFailure(error, 'Look.'))
  await expect.poll(() => answer.mock.calls.length).toBe(lists)
  const { refusal } = now()
  if (advice) expect(refusal).toContain(`try again. ${advice}`)
  else expect(refusal).toBe('It is in use.')
})
