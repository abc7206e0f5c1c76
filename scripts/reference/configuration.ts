import { type Environment, readEnvironment } from '../../apps/cli/src/environment.ts'
import { environmentMeanings } from '../../apps/cli/src/environment-meanings.ts'
import { heading, table } from './table.ts'

const intro = `Sluice reads its configuration from the environment and checks it at start. A variable that is wrong
stops the start with a message that names it. An empty variable counts as not set.
On one machine you need to set nothing.`

const more = `The variables of OpenTelemetry (\`OTEL_*\`) are on the page about [traces](../operations/traces.md).
How the variables work together on several machines is on the page about [clusters](../operations/cluster.md).`

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
