import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { framesOf } from './frames.ts'
import { openInput, readKey } from './input.ts'

/** A standard input that stays open. */
function stdinWith(text: string): PassThrough {
  const stdin = new PassThrough()
  stdin.write(text)
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never)
  onTestFinished(() => spy.mockRestore())
  return stdin
}

test('standard input is closed once the key is read, where it carries nothing else', async () => {
  const stdin = stdinWith('svcex_key\nmore')
  expect(await readKey({ keyStdin: true })).toBe('svcex_key')
  expect(stdin.destroyed).toBe(true)
  const other = stdinWith('svcex_key\n')
  const { key, text } = await openInput(import.meta.filename, { keyStdin: true })
  expect([key, other.destroyed]).toEqual(['svcex_key', true])
  await text.return()
  const unread = stdinWith('svcex_key\nmore')
  await (await openInput(undefined, { keyStdin: true })).close()
  expect(unread.destroyed).toBe(true)
})

test('a wait for the key ends with its signal', async () => {
  const stdin = stdinWith('')
  const abort = new AbortController()
  const opened = openInput(import.meta.filename, { keyStdin: true }, abort.signal)
  setImmediate(() => abort.abort())
  await expect(opened).rejects.toThrow('aborted')
  expect(stdin.destroyed).toBe(true)
})

test('standard input without a key is closed', async () => {
  const stdin = stdinWith('\n')
  await expect(readKey({ keyStdin: true })).rejects.toThrow('standard input has no line')
  expect(stdin.destroyed).toBe(true)
})

test.each([
  ['csv', 'thingId,t\na,1\nb\nc,1\n'],
  ['jsonl', '{"thingId":"a","values":{"t":1}}\nnonsense\n'],
] as const)('standard input of %s is closed at a wrong line', async (format, data) => {
  const stdin = stdinWith(`svcex_key\n${data}`)
  const { text } = await openInput(undefined, { keyStdin: true })
  const read: string[] = []
  const reading = async () => {
    for await (const { thingId } of framesOf(text, format, undefined)) read.push(thingId)
  }
  await expect(reading()).rejects.toThrow('Line')
  expect([read, stdin.destroyed]).toEqual([['a'], true])
})
