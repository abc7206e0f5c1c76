import { problemSchema } from '@sluice/contract'
import { expect } from 'vitest'

type Where = () => { readonly url: string; readonly key: string }

/** Any request that an outside caller can send, well-formed or not. */
export function anyRequest(where: Where) {
  async function request(path: string, init: RequestInit & { as?: string | null } = {}) {
    const { url, key } = where()
    const { as = key, headers, ...rest } = init
    const response = await fetch(url + path, {
      ...rest,
      headers: { ...(as !== null && { 'X-Api-Key': as }), ...headers },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const json = isJson && text ? JSON.parse(text) : null
    return { response, status: response.status, json, text }
  }

  const post = (
    path: string,
    body: NonNullable<RequestInit['body']> | null,
    headers: Record<string, string> = {},
  ) =>
    request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== null && { body }),
    })

  return { request, post }
}

type Answer = Awaited<ReturnType<ReturnType<typeof anyRequest>['request']>>

export function expectProblem(answer: Answer, status: number, code: string): void {
  const { response, json } = answer
  expect([answer.status, json?.type]).toEqual([status, `http://api.example/problems/${code}`])
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(problemSchema.safeParse(json).error).toBeUndefined()
  expect(json.requestId).toBe(response.headers.get('x-request-id') ?? json.requestId)
}
