import { setImmediate } from 'node:timers/promises'
import { Problem } from '@sluice/runtime'
import { expect, test, vi } from 'vitest'
import { csvResponse } from './csv-response.ts'

async function* failing(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from('first\n')
  yield Buffer.from('second\n')
  throw new Error('no longer')
}

test('a page that fails before it is read ends the download and not the process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const answer = await csvResponse(failing(), 'file.csv', new Headers(), 'a1')
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  await reader.read()
  await setImmediate()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await reader.read()
  await expect(reader.read()).rejects.toThrow('no longer')
})

test.each([
  ['internal', 500, 'Retry later.\nRequest id: a1\n', true],
  ['conflict', 409, 'Retry later.\n', false],
] as const)(
  'returns the problem of the first page, and logs it only if it is internal: %s',
  async (code, status, text, isLogged) => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    // biome-ignore lint/correctness/useYield: It fails before its first page.
    async function* pages(): AsyncGenerator<Uint8Array, void> {
      throw new Problem(code, { detail: 'Retry later.', cause: new Error('a stray bolt') })
    }
    const answer = await csvResponse(pages(), 'file.csv', new Headers(), 'a1')
    const lines = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    expect([answer.status, await answer.text()]).toEqual([status, text])
    expect(
      lines.some((line) => line.includes('"requestId":"a1"') && line.includes('a stray bolt')),
    ).toBe(isLogged)
  },
)
