import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useTRPC } from '#data/trpc.ts'
import { exampleKey } from '../testing/example-key.ts'
import { useRevocations } from './use-revocations.ts'

const keys = ['a', 'b', 'c'].map((id) => ({ ...exampleKey(), id, name: id }))
const idIn = (input: unknown) => (input as { params: { keyId: string } }).params.keyId

test('keys whose turn has not come are left alone once it is stopped', async () => {
  const asked: string[] = []
  const { now, act } = await runHook(useRevocations, async (_, input) => {
    asked.push(idIn(input))
    if (asked.length === 2) {
      now().stop()
      await expect.poll(() => now().isStopping).toBe(true)
    }
    return exampleKey()
  })
  await act(async () => {
    expect(await now().revoke(keys)).toEqual({ revoked: 2, failed: 0, isStopped: true })
  })
  expect(asked).toEqual(['a', 'b'])
  expect(now().isStopping).toBe(false)
})

test('keys are revoked once the calls are answered, while the list is still being refetched', async () => {
  let lists = 0
  const { now, act } = await runHook(
    () => {
      const trpc = useTRPC()
      const { data } = useQuery(trpc.keys.list.queryOptions({ query: {} }))
      return { data, ...useRevocations() }
    },
    (operation) => {
      if (operation !== 'keys.list') return exampleKey()
      lists += 1
      return lists === 1 ? { items: keys, nextCursor: null } : new Promise(() => {})
    },
  )
  await expect.poll(() => now().data?.items.length).toBe(3)
  await act(async () => {
    expect(await now().revoke(keys)).toEqual({ revoked: 3, failed: 0, isStopped: false })
  })
  expect(lists).toBe(2)
})

test('a failure is shown, and stops no other key', async () => {
  const { now, act } = await runHook(useRevocations, (_, input) => {
    if (idIn(input) === 'a') throw new Error('lost')
    return exampleKey()
  })
  await act(async () => {
    expect(await now().revoke(keys)).toEqual({ revoked: 2, failed: 1, isStopped: false })
  })
  await expect.poll(() => now().failures.map(({ name }) => name)).toEqual(['a'])
})
