import type { Reader } from './answer.ts'
import { joinArrow } from './arrow-stream.ts'
import type { CallOptions } from './methods.ts'
import { eachPage, type GetPage } from './pages.ts'
import type { AnyCall } from './request.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A table format: how it is requested, parsed and joined. */
interface Form<Content> extends Reader<Content> {
  /** Joins the pages of a table, in chunks. */
  readonly join: (pages: AsyncIterable<Content>) => AsyncGenerator<Bytes, void>
}

/** The implementations of an operation's `csv` and `arrow`. */
export const tables = {
  csv: {
    accept: 'text/csv',
    parse: (bytes) => new TextDecoder().decode(bytes),
    join: joinCsv,
  } as Form<string>,
  arrow: {
    accept: 'application/vnd.apache.arrow.stream',
    parse: (bytes) => bytes,
    join: joinArrow,
  } as Form<Bytes>,
}

/** The function of an operation with tables, including `pages` and `stream`. */
export function tableMethod<Content>(get: GetPage<Content>, { join }: Form<Content>) {
  const one = async (call: AnyCall = {}, options: CallOptions = {}) =>
    (await get(call, options)).data
  return Object.assign(one, {
    pages: (call?: AnyCall, options?: CallOptions) => eachPage(get, call, options),
    stream: (call?: AnyCall, options: CallOptions = {}) =>
      streamOf((signal) => join(eachPage(get, call, { ...options, signal })), options.signal),
  })
}

/** The cursor in the Link header of the next page (RFC 8288), since a table has no place for it. */
export function nextCursorOf({ headers }: Response): string | null {
  const [, target] = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('link') ?? '') ?? []
  return target === undefined ? null : new URL(target).searchParams.get('cursor')
}

/** Keeps the header of the first page only. */
async function* joinCsv(pages: AsyncIterable<string>): AsyncGenerator<Bytes, void> {
  const encoder = new TextEncoder()
  let header: string | undefined
  for await (const page of pages) {
    const end = page.indexOf('\n') + 1 || page.length
    const own = page.slice(0, end)
    if (header !== undefined && own !== header)
      throw new Error('The columns changed between pages.')
    yield encoder.encode(header === undefined ? page : page.slice(end))
    header = own
  }
}

/** A stream that fetches on demand. Cancelling it aborts the call in flight. */
function streamOf(
  open: (signal: AbortSignal) => AsyncGenerator<Bytes, void>,
  signal: AbortSignal | undefined,
): ReadableStream<Bytes> {
  const ending = new AbortController()
  const chunks = abortable(open(ending.signal), ending, signal)
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel(reason) {
        ending.abort(reason)
        await chunks.return()
      },
    },
    // Nothing is requested before it is read.
    { highWaterMark: 0 },
  )
}

/** Ends the chunks with the caller's signal, which may outlive them: nothing stays attached to it. */
async function* abortable(
  chunks: AsyncGenerator<Bytes, void>,
  ending: AbortController,
  caller: AbortSignal | undefined,
): AsyncGenerator<Bytes, void> {
  const stop = () => ending.abort(caller?.reason)
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop)
  try {
    yield* chunks
  } finally {
    caller?.removeEventListener('abort', stop)
  }
}
