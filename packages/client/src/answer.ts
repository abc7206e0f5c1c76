import { SluiceAnswerError } from './problem.ts'

/** Reads what a successful response brings. */
export interface Reader<Data> {
  /** The media type to ask for, which the answer has then. */
  readonly accept: string
  /** May throw where the bytes are something else. */
  readonly parse: (bytes: Uint8Array<ArrayBuffer>) => Data
}

/** What an operation answers. */
export const answers: Reader<unknown> = {
  accept: 'application/json',
  parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
}

/** Runs work of the connection, and throws a SluiceConnectionError where it fails. */
export type Connected = <Result>(work: () => Promise<Result>) => Promise<Result>

/** What a successful response brings, null without content. Throws a SluiceAnswerError where that is something else. */
export async function dataOf<Data>(
  url: string,
  response: Response,
  { accept, parse }: Reader<Data>,
  connected: Connected,
): Promise<Data> {
  const { status } = response
  if (status === 204) return null as Data
  if (response.bodyUsed) throw new TypeError('onResponse has read the body: read a clone.')
  const type = mediaTypeOf(response)
  if (type !== accept) {
    // Unread, it would keep its connection.
    await response.body?.cancel().catch(() => {})
    const what = `${type || 'no media type'} in place of ${accept}`
    throw new SluiceAnswerError(url, status, `${what}: check baseUrl, and what is in between`)
  }
  const bytes = new Uint8Array(await connected(() => response.arrayBuffer()))
  try {
    return parse(bytes)
  } catch {
    // No cause: the parser quotes what it cannot read, which may be a secret.
    throw new SluiceAnswerError(url, status, `${accept} that cannot be read`)
  }
}

function mediaTypeOf({ headers }: Response): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}
