import { afterEach, expect, it, vi } from 'vitest'
import { Node } from './node.ts'

afterEach(() => vi.useRealTimers())

it('a node that never starts is reported', () => {
  vi.useFakeTimers()
  const stores = { databaseUrl: '', clickhouseUrl: '', sampleLog: undefined }
  const node = new Node(
    'n1',
    { ...stores, pepper: '', port: 0 },
    undefined,
    () => new Promise(() => {}),
  )
  node.onHang = vi.fn()
  void node.start()
  vi.advanceTimersByTime(100_000)
  expect(node.onHang).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100_000)
  expect(node.onHang).toHaveBeenCalledOnce()
})
