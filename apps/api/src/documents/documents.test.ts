import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { openAnswers } from '../response/large-answers.ts'
import { addDocuments } from './documents.ts'

test.each(['GET', 'HEAD'])(
  '%s of the OpenAPI document is sent like a large answer',
  async (method) => {
    const answers = openAnswers()
    const sent = vi.spyOn(answers, 'send')
    const server = Fastify()
    addDocuments(server, { apiUrl: 'http://api.example', answers })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    try {
      for (const encoding of ['identity', 'gzip']) {
        const answer = await fetch(`${url}/v2/openapi.json`, {
          method,
          headers: { 'Accept-Encoding': encoding },
        })
        const text = await answer.text()
        expect([answer.status, text === '']).toEqual([200, method === 'HEAD'])
        expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(10_000)
        if (text !== '') expect(JSON.parse(text).openapi).toBe('3.1.0')
      }
      expect(sent).toHaveBeenCalledTimes(2)
    } finally {
      await server.close()
    }
  },
)
