import type { OutgoingHttpHeaders } from 'node:http'
import { problems } from '@sluice/contract'
import { getOrMake, Problem } from '@sluice/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openApiDocument } from '../openapi/document.ts'
import { type Coding, codingOf, compress } from '../response/compression.ts'
import { digestOf, etagField, heldEtag } from '../response/entity-tags.ts'
import { sendProblem } from '../response/problem-answer.ts'
import type { Shell } from '../shell.ts'

/** `/v2/openapi.json`, and the page at each problem's `type`. */
export function addDocuments(
  app: FastifyInstance,
  { apiUrl, answers }: Pick<Shell, 'apiUrl' | 'answers'>,
): void {
  const document = Buffer.from(JSON.stringify(openApiDocument(apiUrl)))
  const tag = digestOf(document)
  const shorter = new Map<Coding, Promise<Buffer>>()
  /** Uncounted, since all have the same bytes; but nobody may keep a connection without reading. */
  const sendShared = (reply: FastifyReply, bytes: Buffer) => {
    reply.header('Content-Length', bytes.length).hijack()
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
    answers.send(reply.raw, bytes)
    return reply
  }
  app.get('/v2/openapi.json', async ({ headers }, reply) => {
    const coding = codingOf(headers['accept-encoding'])
    const held = heldEtag(headers['if-none-match'], tag)
    // Cacheable, but revalidated with If-None-Match.
    reply.header('Cache-Control', 'no-cache').header('Vary', 'Accept-Encoding')
    reply.header('ETag', held ?? etagField(tag, coding))
    if (held) return reply.code(304).send()
    reply.type('application/json')
    if (!coding) return sendShared(reply, document)
    const bytes = getOrMake(shorter, coding, () => compress(document, coding))
    return sendShared(reply.header('Content-Encoding', coding), await bytes)
  })
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (Object.hasOwn(problems, code)) return { code, ...problems[code as keyof typeof problems] }
    const detail = `There is no problem ${JSON.stringify(code)}.`
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  })
}
