import { afterEach, expect, it, vi } from 'vitest'
import type { Api } from '../../product/api.ts'
import { Node } from './node.ts'

afterEach(() => vi.useRealTimers())

function nodeOf(begin: () => Promise<Api>) {
  const stores = { databaseUrl: '', clickhouseUrl: '', sampleLog: undefined }
  return new Node('n1', { ...stores, pepper: '', port: 0 }, undefined, begin)
}

it('a node that never starts is reported', () => {
  vi.useFakeTimers()
  const node = nodeOf(() => new Promise(() => {}))
  node.onHang = vi.fn()
  void node.start()
  vi.advanceTimersByTime(100_000)
  expect(node.onHang).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100_000)
  expect(node.onHang).toHaveBeenCalledOnce()
})

it.each([
  [0, 0],
  [1, 1],
  [null, 1],
])('a node that is told to end and ends with code %s is reported %s times', async (code, times) => {
  const ended = new Promise<never>(() => {})
  const node = nodeOf(async () => ({ ended, stop: async () => code }) as unknown as Api)
  node.onCrash = vi.fn()
  await node.start()
  await node.terminate()
  expect(node.onCrash).toHaveBeenCalledTimes(times)
})
