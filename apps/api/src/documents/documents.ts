import { problems } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../openapi/document.ts'
import { type Coding, codingOf, compress } from '../response/compression.ts'
import { digestOf, etagField, heldEtag } from '../response/entity-tags.ts'
import { sendProblem } from '../response/problem-answer.ts'

/** `/v2/openapi.json`, and the page at each problem's `type`. */
export function addDocuments(app: FastifyInstance, apiUrl: string): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(apiUrl)))
  const tag = digestOf(document)
  const shorter = new Map<Coding, Promise<Buffer>>()
  app.get('/v2/openapi.json', async ({ headers }, reply) => {
    const coding = codingOf(headers['accept-encoding'])
    const held = heldEtag(headers['if-none-match'], tag)
    // Cacheable, but revalidated with If-None-Match.
    reply.header('Cache-Control', 'no-cache').header('Vary', 'Accept-Encoding')
    reply.header('ETag', held ?? etagField(tag, coding))
    if (held) return reply.code(304).send()
    reply.type('application/json')
    if (!coding) return reply.send(document)
    const bytes = shorter.get(coding) ?? compress(document, coding)
    shorter.set(coding, bytes)
    return reply.header('Content-Encoding', coding).send(await bytes)
  })
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (Object.hasOwn(problems, code)) return { code, ...problems[code as keyof typeof problems] }
    const detail = `There is no problem ${JSON.stringify(code)}.`
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  })
}
