import { problems } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi/document.ts'
import { sendProblem } from './problem-answer.ts'

/** `/v2/openapi.json`, and the page that each problem's `type` points at. */
export function addDocuments(app: FastifyInstance, apiUrl: string): void {
  const document = JSON.stringify(openApiDocument(apiUrl))
  app.get('/v2/openapi.json', async (_request, reply) => {
    return reply.type('application/json').send(document)
  })
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (Object.hasOwn(problems, code)) return { code, ...problems[code as keyof typeof problems] }
    const detail = `There is no problem ${JSON.stringify(code)}.`
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  })
}
