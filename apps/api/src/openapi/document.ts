import { type Operation, operationNames, operations, tagDescriptions } from '@sluice/contract'
import { problemResponses, sharedHeaders } from './responses.ts'
import { describeRow } from './row.ts'
import { type Json, problemJson, schemas } from './schemas.ts'

const description = `Things, their telemetry, and the keys that reach them.

Send the API key in the header \`X-Api-Key\`. Every answer says in \`RateLimit\` what is left of the organization's budget.
Whatever is refused is an RFC 9457 problem, whose \`type\` leads to what to do about it.`

/** The OpenAPI 3.1 document of `/v2`, made from the contract's rows. */
export function openApiDocument(apiUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const name of operationNames) {
    const { path, method }: Operation = operations[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeRow(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sluice', version: '2', description },
    servers: [{ url: apiUrl }],
    security: [{ key: [] }],
    tags: Object.entries(tagDescriptions).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
      headers: sharedHeaders,
      schemas: { ...schemas.named, Problem: problemJson },
      responses: problemResponses(),
    },
  }
}
