import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { csvResponse } from './csv-response.ts'

async function* failing(): AsyncGenerator<string, void> {
  yield 'first\n'
  yield 'second\n'
  throw new Error('no longer')
}

test('a page that fails while nobody reads ends the file, and no process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const answer = await csvResponse(failing(), 'file.csv', new Headers())
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  await reader.read()
  await setImmediate()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await reader.read()
  await expect(reader.read()).rejects.toThrow('no longer')
})
