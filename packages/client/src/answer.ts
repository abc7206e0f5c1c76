import { parseUrl } from './options.ts'
import { SluiceAnswerError } from './problem.ts'

/** Reads the body of a successful response. */
export interface Reader<Data> {
  /** The media type to request and expect. */
  readonly accept: string
  /** May throw if the bytes are something else. */
  readonly parse: (bytes: Uint8Array<ArrayBuffer>) => Data
}

/** The reader of an operation's normal answer. */
export const answers: Reader<unknown> = {
  accept: 'application/json',
  parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
}

/** Runs network I/O, and throws a SluiceConnectionError if it fails. */
export type Connected = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The data of a successful response, null without content. Throws a SluiceAnswerError if it is something else. */
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
    await discard(response)
    const what = `answered ${status} with ${type || 'no media type'} in place of ${accept}`
    throw new SluiceAnswerError(url, status, `${what}: check baseUrl, and what is in between`)
  }
  const bytes = new Uint8Array(await connected(() => response.arrayBuffer()))
  try {
    return parse(bytes)
  } catch {
    // Without a cause: the parser's error quotes the text, which may contain a secret.
    throw new SluiceAnswerError(
      url,
      status,
      `answered ${status} with ${accept} that cannot be read`,
    )
  }
}

/** Browsers hide redirects, even their status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}

/** A redirect as an error. It names the target without its query, which may contain a secret. */
export async function redirected(url: string, response: Response): Promise<SluiceAnswerError> {
  await discard(response)
  const location = response.headers.get('location')
  const target = location === null ? undefined : parseUrl(location, url)
  const where = target ? `${target.origin}${target.pathname}` : 'elsewhere'
  const what = `redirects to ${where}: set baseUrl to where the service is`
  return new SluiceAnswerError(url, response.status, what)
}

/** An unread body would occupy its connection. */
async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {})
}

function mediaTypeOf({ headers }: Response): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}
