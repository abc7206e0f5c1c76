import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { exampleKey } from '../testing/example-key.ts'
import { useRevocations } from './use-revocations.ts'

const keys = ['a', 'b', 'c'].map((id) => ({ ...exampleKey(), id, name: id }))
const idIn = (input: unknown) => (input as { params: { keyId: string } }).params.keyId

test('keys whose turn has not come are left alone once it is stopped', async () => {
  const asked: string[] = []
  const { now, act } = await runHook(useRevocations, (_, input) => {
    asked.push(idIn(input))
    if (asked.length === 2) now().stop()
    return exampleKey()
  })
  await act(async () => {
    expect(await now().revoke(keys)).toEqual({ revoked: 2, failed: 0, isStopped: true })
  })
  expect(asked).toEqual(['a', 'b'])
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
