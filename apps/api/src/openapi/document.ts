import { type Operation, operationNames, operations, tagDescriptions } from '@sluice/contract'
import { problemResponses, sharedHeaders } from './responses.ts'
import { describeRow } from './row.ts'
import { type Json, schemas } from './schemas.ts'
import { webhooks } from './webhooks.ts'

/** What a caller needs to know about all operations. */
function introduction(apiUrl: string): string {
  return `Things, their telemetry, and API keys. Send the API key in the header \`X-Api-Key\`:

\`\`\`sh
curl -H "X-Api-Key: $SLUICE_KEY" ${apiUrl}/v2/key
\`\`\`

- Errors are RFC 9457 problems: \`errors\` lists what is wrong with the input, with JSON pointers, and \`type\` is a URL that says
  what to do.
- \`RateLimit\` says what is left of the organization's budget. After a 429, wait for \`Retry-After\`.
- Times are ISO 8601 with an offset (\`2026-01-31T12:00:00Z\`), and returned in UTC.
- A list returns a page. Send its \`nextCursor\` as \`cursor\` with the same query to get the next one, until it is null.
- Updates take \`If-Match\` with the resource's \`etag\`. After a PATCH, the new \`etag\` is in the body.
- Writes take an \`Idempotency-Key\`, so that a retry is not executed twice. Those that send or erase samples or report leaked keys take
  none.
- The response to a GET of one resource with an \`etag\` has an \`ETag\`. With \`If-None-Match\` you get 304 if it has not changed.
- Seeing a record needs \`read\` on it. Without it, a write is executed but returns only a \`WriteReceipt\`.
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
