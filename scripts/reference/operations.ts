import {
  type Operation,
  type OperationName,
  operationNames,
  operations,
} from '../../packages/contract/src/index.ts'
import { tagDescriptions } from '../../packages/contract/src/tags.ts'
import { heading, table } from './table.ts'

const intro = `Every operation of the API. \`GET /v2/openapi.json\` describes each with its schemas (OpenAPI 3.1); the console's
API reference lets you try them.

- **needs** is what a scope must cover: an action on the resource. See [keys](../guides/keys.md#scopes).
- **tier** is the rate limit that the call draws on. See [limits](../guides/limits.md).`

export function operationsPage(): string {
  const chapters = Object.entries(tagDescriptions).map(([tag, description]) => {
    const names = operationNames.filter((name) => operations[name].tag === tag)
    return [
      `## ${tag}`,
      description,
      table(['name', 'call', 'does', 'needs', 'tier'], names.map(rowOf)),
    ].join('\n\n')
  })
  return [heading('Operations', '`packages/contract/src`'), intro, ...chapters].join('\n\n')
}

function rowOf(name: OperationName): string[] {
  const row: Operation = operations[name]
  const tier = row.ingests ? `${row.tier}, or ingest` : row.tier
  return [`\`${name}\``, `\`${row.method} ${row.path}\``, row.summary, needOf(row), tier]
}

function needOf({ access }: Operation): string {
  if (access.target === 'open') return 'nothing'
  if (access.target === 'self') return 'any key'
  const types = access.keyTypes ? `; ${access.keyTypes.join(' or ')} key` : ''
  return `${access.action} on ${wordsOf(access.resource)}${types}`
}

function wordsOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
}
