import { type Operation, operationNames, operations, tagDescriptions } from '@sluice/contract'
import { problemResponses, sharedHeaders } from './responses.ts'
import { describeRow } from './row.ts'
import { type Json, schemas } from './schemas.ts'
import { webhooks } from './webhooks.ts'

/** What a caller needs to know about all operations. */
function introduction(apiUrl: string): string {
  return `Things, their telemetry, and the keys that reach them. Send the API key in the header \`X-Api-Key\`:

\`\`\`sh
curl -H "X-Api-Key: $key" ${apiUrl}/v2/key
\`\`\`

- Whatever is refused is an RFC 9457 problem: \`errors\` lists every fault of the input with a JSON pointer, and \`type\` leads to what
  to do about it.
- \`RateLimit\` says what is left of the organization's budget. After a 429 wait as long as \`Retry-After\` says.
- Times are ISO 8601 with an offset (\`2026-01-31T12:00:00Z\`), and answered in UTC.
- A list answers a page; its \`nextCursor\`, sent as \`cursor\` with the same query, asks for the next one, until it is null.
- A change may carry \`If-Match\` with the resource's \`etag\`, and whatever writes an \`Idempotency-Key\`: repeats are done once.
- An answer that shows one resource has an \`ETag\`. With \`If-None-Match\` it is 304 while it would be the same.
- What a call shows of a record needs \`read\` on it. A change by a caller without it is made all the same, and answered by a \`WriteReceipt\`.
- Bodies are JSON in UTF-8 unless an operation says otherwise, and may be compressed (\`Content-Encoding: gzip\` or \`zstd\`).`
}

/** The OpenAPI 3.1 document of `/v2`, generated from the contract's rows. */
export function openApiDocument(apiUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const name of operationNames) {
    const { path, method }: Operation = operations[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeRow(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sluice', version: '2', description: introduction(apiUrl) },
    servers: [{ url: apiUrl }],
    security: [{ key: [] }],
    tags: Object.entries(tagDescriptions).map(([name, text]) => ({ name, description: text })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
      headers: sharedHeaders,
      schemas: schemas.named,
      responses: problemResponses(),
    },
  }
}
