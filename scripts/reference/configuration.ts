import { type Environment, readEnvironment } from '../../apps/cli/src/environment.ts'
import { environmentMeanings } from '../../apps/cli/src/environment-meanings.ts'
import { heading, table } from './table.ts'

const intro = `Sluice reads its configuration from the environment and validates it at start. If a variable is invalid, Sluice
does not start and the error names it. An empty variable counts as unset. On one machine you need not set anything.`

const more = `The OpenTelemetry variables (\`OTEL_*\`) are described under [traces](../operations/traces.md), \`SLUICE_URL\` and
\`SLUICE_KEY\` under the [command line](command-line.md#data), and a configuration for several machines under
[clusters](../operations/cluster.md).`

export function configurationPage(): string {
  const defaults = readEnvironment({})
  const names = Object.keys(environmentMeanings) as (keyof Environment)[]
  const rows = names.map((name) => {
    const entry: { meaning: string; otherwise?: string } = environmentMeanings[name]
    return [`\`${name}\``, entry.otherwise ?? shown(defaults[name]), entry.meaning]
  })
  return [
    heading('Configuration', 'apps/cli/src/environment-meanings.ts'),
    intro,
    table(['variable', 'default', 'meaning'], rows),
    more,
  ].join('\n\n')
}

function shown(value: Environment[keyof Environment]): string {
  return value === undefined || value === '' ? 'none' : `\`${value}\``
}
