import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'

const call = { params: { thingId: 'a' }, query: { from: '-1h' } }

/** A client whose service answers with these pages, each with a link to the next one. */
function clientOf(pages: (string | Uint8Array<ArrayBuffer>)[]) {
  const asked: string[] = []
  const accepted: string[] = []
  const client = createClient(
    { baseUrl: 'https://api.example', key: 'k', retries: 1 },
    {
      async fetch(url, init) {
        asked.push(new URL(String(url)).search)
        const accept = new Headers(init?.headers).get('accept') ?? ''
        accepted.push(accept)
        const page = pages.shift() ?? ''
        const link = `<https://api.example/v2/x?from=-1h&cursor=c${pages.length}>; rel="next"`
        const headers = { 'Content-Type': accept, ...(pages.length > 0 && { Link: link }) }
        return new Response(page, { headers })
      },
    },
  )
  return { client, asked, accepted }
}

const textOf = (stream: ReadableStream) => new Response(stream).text()

describe('a table as CSV', () => {
  test('is one page when called', async () => {
    const { client, accepted } = clientOf(['a,b\r\n1,2\r\n', ''])
    expect(await client.telemetry.timeseries.csv(call)).toBe('a,b\r\n1,2\r\n')
    expect(accepted).toEqual(['text/csv'])
  })

  test('streams all pages under one header', async () => {
    const { client, asked } = clientOf(['a,b\r\n1,2\r\n', 'a,b\r\n3,4\r\n', 'a,b\r\n'])
    expect(await textOf(client.telemetry.timeseries.csv.stream(call))).toBe('a,b\r\n1,2\r\n3,4\r\n')
    expect(asked).toEqual(['?from=-1h', '?from=-1h&cursor=c2', '?from=-1h&cursor=c1'])
  })

  test('is fetched page by page as the stream is read, and no more once it is cancelled', async () => {
    const { client, asked } = clientOf(['a\r\n1\r\n', 'a\r\n2\r\n', 'a\r\n3\r\n'])
    const reader = client.audit.list.csv.stream().getReader()
    expect(asked).toHaveLength(0)
    await reader.read()
    expect(asked).toHaveLength(1)
    await reader.cancel()
    expect(asked).toHaveLength(1)
  })

  test('fails as a stream when the columns change, or the caller aborts', async () => {
    const { client } = clientOf(['a\r\n', 'b\r\n'])
    await expect(textOf(client.audit.list.csv.stream())).rejects.toThrow('columns changed')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(textOf(client.audit.list.csv.stream({}, { signal }))).rejects.toThrow('enough')
  })
})

describe('a table as Arrow', () => {
  test('that is none fails as a stream', async () => {
    const { client, accepted } = clientOf([new Uint8Array(16)])
    await expect(textOf(client.telemetry.timeseries.arrow.stream(call))).rejects.toThrow(
      'no Arrow IPC stream',
    )
    expect(accepted).toEqual(['application/vnd.apache.arrow.stream'])
  })

  test('that is cut off fails as a stream, wherever', async () => {
    // A message whose metadata has no fields, and the end.
    const words = [0xffffffff, 16, 8, 0x00040004, 4, 0, 0xffffffff, 0]
    const table = new Uint8Array(Uint32Array.from(words).buffer)
    const { client } = clientOf([table])
    const joined = await new Response(client.telemetry.timeseries.arrow.stream(call)).bytes()
    expect(joined).toEqual(table)
    for (let length = 0; length < table.length - 3; length += 1) {
      const { client } = clientOf([table.slice(0, length)])
      await expect(textOf(client.telemetry.timeseries.arrow.stream(call))).rejects.toThrow(
        'cut off',
      )
    }
  })

  test('is bytes, page by page', async () => {
    const { client } = clientOf([new Uint8Array([1]), new Uint8Array([2])])
    const pages: number[] = []
    for await (const page of client.telemetry.timeseries.arrow.pages(call)) pages.push(...page)
    expect(pages).toEqual([1, 2])
  })
})
