/** For tests: a client whose service returns these replies in turn, and the requests it received. */
import { createClient } from '../src/client.ts'

export function clientOf(replies: (Response | Error)[], options = {}) {
  const asked: { url: string; init: RequestInit; headers: Headers }[] = []
  const waits: number[] = []
  let now = 0
  const client = createClient(
    { baseUrl: 'https://api.example/', key: 'svcex_secret', ...options },
    {
      fetch: async (url, init) => {
        asked.push({ url: String(url), init: init ?? {}, headers: new Headers(init?.headers) })
        const reply = replies.shift() ?? new Error('nothing more')
        if (reply instanceof Error) throw reply
        return reply
      },
      async sleep(ms) {
        waits.push(ms)
        now += ms
      },
      now: () => now,
      random: () => 0,
      newKey: () => `made-${asked.length}`,
    },
  )
  return { client, asked, waits }
}

export const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
      ...headers,
    },
  })

export const problem = (status: number, code: string, headers = {}) =>
  json(
    { type: `https://api.example/problems/${code}`, title: 'T', status, detail: 'D' },
    status,
    headers,
  )
