import { describe, expect, test } from 'vitest'
import { clientOf, json } from '../test/client-of.ts'
import { SluiceAnswerError, SluiceConnectionError, SluiceProblem } from './problem.ts'

const text = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type } })

test.each([
  ['{"errors":{"a":1}}', undefined, []],
  ['{"errors":["no",null,{"pointer":7}],"title":{},"detail":[]}', undefined, []],
  ['{"type":7,"requestId":7}', undefined, []],
  [
    '{"type":"x/y","errors":[{"pointer":"/a","detail":"b"}]}',
    'y',
    [{ pointer: '/a', detail: 'b' }],
  ],
  ['[]', undefined, []],
  ['null', undefined, []],
])('a 403 with %s is a SluiceProblem, and is not repeated', async (body, code, errors) => {
  const { client, asked } = clientOf([text(body, 'application/json', 403)])
  const fault = await client.things.list().catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(SluiceProblem)
  const { title, detail } = {
    title: 'HTTP 403',
    detail: 'The response is from something other than the service.',
  }
  expect(fault).toMatchObject({ status: 403, code, title, detail, errors, requestId: undefined })
  expect(asked).toHaveLength(1)
})

test.each([
  ['<html>', 'text/html; charset=utf-8', 'text/html in place of application/json: check baseUrl'],
  ['', '', 'no media type in place of application/json: check baseUrl'],
  ['', 'application/json', 'application/json that cannot be read.'],
  ['{"key":"SECRET', 'application/json', 'application/json that cannot be read.'],
])('a 200 with %j as %j is reported as it is, and not retried', async (body, type, message) => {
  const { client, asked } = clientOf([text(body, type)])
  const fault = await client.things.list().catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(SluiceAnswerError)
  expect(fault).toMatchObject({ status: 200 })
  expect(fault).not.toHaveProperty('cause')
  expect(String(fault)).toContain(`https://api.example answered 200 with ${message}`)
  expect(String(fault)).not.toContain('SECRET')
  expect(asked).toHaveLength(1)
})

test('a table of another form is refused', async () => {
  const { client } = clientOf([json({ items: [] })])
  const message = 'application/json in place of text/csv'
  await expect(client.audit.list.csv()).rejects.toThrow(message)
})

test('an answer that breaks off is a lost connection, and repeated', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
  const headers = { 'Content-Type': 'application/json' }
  const { client, asked } = clientOf([new Response(broken, { headers }), json({ id: 'k' })])
  expect(await client.keys.self()).toEqual({ id: 'k' })
  expect(asked).toHaveLength(2)
})

test('what hooks throw is not repeated, whatever it is', async () => {
  const lost = new SluiceConnectionError('of a call that the hook made')
  const { client, asked } = clientOf([json({}), json({})], {
    onResponse() {
      throw lost
    },
  })
  await expect(client.keys.self()).rejects.toBe(lost)
  expect(asked).toHaveLength(1)
})

test('a hook that reads the body gets an error', async () => {
  const onResponse = async (response: Response) => void (await response.text())
  const { client, asked } = clientOf([json({}), json({})], { onResponse })
  await expect(client.keys.self()).rejects.toThrow('read a clone')
  expect(asked).toHaveLength(1)
})

describe('a redirect', () => {
  const opaque = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  const to = (status: number, location: string) =>
    new Response('Moved', { status, headers: { Location: location } })

  test.each([
    [
      to(301, 'https://b.example/v2/key?token=SECRET'),
      'redirects to https://b.example/v2/key: set baseUrl',
    ],
    [to(307, '/login'), 'redirects to https://api.example/login: set baseUrl'],
    [to(302, 'https://'), 'redirects to elsewhere: set baseUrl'],
    [new Response('Choose', { status: 300 }), 'redirects to elsewhere: set baseUrl'],
    [opaque(), 'redirects to elsewhere: set baseUrl'],
  ])('is reported, and neither followed nor retried (%#)', async (response, message) => {
    const { client, asked } = clientOf([response])
    const fault = await client.keys.self().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(SluiceAnswerError)
    expect(String(fault)).toContain(`https://api.example ${message}`)
    expect(String(fault)).not.toContain('SECRET')
    expect(asked).toHaveLength(1)
  })

  test('is left alone in a way that Cloudflare Workers know, too', async () => {
    const { client, asked } = clientOf([json({})])
    await client.keys.self()
    expect(asked[0]?.init.redirect).toBe('manual')
  })
})
