import { problems } from '../../packages/contract/src/problems.ts'
import { heading, table } from './table.ts'

const intro = `\`/v2\` reports errors as [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problems, \`application/problem+json\`:

\`\`\`json
{
  "type": "http://127.0.0.1:4000/problems/invalid-request",
  "title": "Bad Request",
  "status": 400,
  "detail": "The request has one fault; see errors.",
  "errors": [{ "pointer": "/body/name", "detail": "must not be empty" }],
  "requestId": "…"
}
\`\`\`

- \`type\` ends with a code from the table below. Open it in a browser to see what to do.
- \`errors\` lists what is wrong with the input, each with a JSON pointer.
- \`requestId\` identifies the request in the service's log.`

export function problemsPage(): string {
  const rows = Object.entries(problems)
    .map(([code, { status, advice }]) => ({ code, status, advice }))
    .sort((a, b) => a.status - b.status)
    .map(({ code, status, advice }) => [String(status), `\`${code}\``, advice])
  return [
    heading('Problems', '`packages/contract/src/problems.ts`'),
    intro,
    table(['status', 'code', 'what to do'], rows),
  ].join('\n\n')
}
