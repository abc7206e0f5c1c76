import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { UsageError } from '../usage-error.ts'
import type { ApiFlags } from './api-options.ts'
import { linesOf } from './lines.ts'

/** Lines of data, and the API key where standard input began with it. */
export interface Input {
  readonly key: string | undefined
  readonly lines: AsyncGenerator<string, void>
}

/**
 * Opens a file, or standard input without one. With `--key-stdin` the first line of standard input is the key.
 *
 * @throws UsageError where the file cannot be read, or the key is missing
 */
export async function openInput(file: string | undefined, flags: ApiFlags): Promise<Input> {
  if (file !== undefined) {
    await access(file).catch(({ code }) => {
      throw new UsageError(`<file> ${file}: cannot be read (${code})`)
    })
  }
  // Opened once it is read: an error before that is for nobody to hear.
  async function* fromFile(): AsyncGenerator<string, void> {
    yield* linesOf(createReadStream(file ?? ''))
  }
  if (!flags.keyStdin) {
    return { key: undefined, lines: file === undefined ? linesOf(process.stdin) : fromFile() }
  }
  const stdin = linesOf(process.stdin)
  const key = await firstOf(stdin)
  return { key, lines: file === undefined ? stdin : fromFile() }
}

/** The key on standard input, where `--key-stdin` says that it is there. Throws as {@link openInput}. */
export async function readKey({ keyStdin }: ApiFlags): Promise<string | undefined> {
  return keyStdin ? firstOf(linesOf(process.stdin)) : undefined
}

async function firstOf(lines: AsyncGenerator<string, void>): Promise<string> {
  const { value } = await lines.next()
  const key = value?.trim()
  if (!key) throw new UsageError('--key-stdin: standard input has no line')
  return key
}
