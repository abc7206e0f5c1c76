import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { UsageError } from '../usage-error.ts'
import type { ApiFlags } from './api-options.ts'
import { LONGEST } from './lines.ts'

/** Data, and the API key where standard input began with it. */
export interface Input {
  readonly key: string | undefined
  /** The data in pieces, as it arrives. Whoever stops reading closes where it comes from. */
  readonly text: AsyncGenerator<string, void>
  /** Closes it where nobody reads the text: standard input that is open would keep the process from ending. */
  close(): Promise<unknown>
}

/**
 * Opens a file, or standard input without one. With `--key-stdin` the first line of standard input is the key.
 *
 * @param signal ends a wait for more data, with an AbortError
 * @throws UsageError where the file cannot be read, or the key is missing
 */
export async function openInput(
  file: string | undefined,
  flags: ApiFlags,
  signal?: AbortSignal,
): Promise<Input> {
  if (file !== undefined) {
    await access(file).catch(({ code }) => {
      throw new UsageError(`<file> ${file}: cannot be read (${code})`)
    })
    // Opened once it is read: an error before that is for nobody to hear.
    return {
      key: await readKey(flags, signal),
      ...inputOf(textOf(() => createReadStream(file), signal)),
    }
  }
  const text = textOf(() => process.stdin, signal)
  return flags.keyStdin ? withKey(text) : { key: undefined, ...inputOf(text) }
}

/** The key on standard input, where `--key-stdin` says that it is there. Throws as {@link openInput}. */
export async function readKey(
  { keyStdin }: ApiFlags,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!keyStdin) return undefined
  const { key, close } = await withKey(textOf(() => process.stdin, signal))
  await close()
  return key
}

function inputOf(text: AsyncGenerator<string, void>): Pick<Input, 'text' | 'close'> {
  return { text, close: () => text.return() }
}

async function* textOf(open: () => Readable, signal?: AbortSignal): AsyncGenerator<string, void> {
  const source = open().setEncoding('utf8')
  if (signal) addAbortSignal(signal, source)
  yield* source as AsyncIterable<string>
}

/** Takes the key's line off a text. */
async function withKey(text: AsyncGenerator<string, void>): Promise<Input> {
  let head = ''
  while (!head.includes('\n') && head.length <= LONGEST) {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  const [line = ''] = head.split('\n', 1)
  const key = line.trim()
  if (!key) {
    await text.return()
    throw new UsageError('--key-stdin: standard input has no line')
  }
  return { key, ...inputOf(text), text: after(head.slice(line.length + 1), text) }
}

/** A text with a beginning that was read already. */
async function* after(
  beginning: string,
  text: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield beginning
    yield* text
  } finally {
    await text.return()
  }
}
