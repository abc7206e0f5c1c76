import type { Core } from '@sluice/core'
import { collectMetrics } from '../../apps/api/src/status/metrics.ts'
import { heading, table } from './table.ts'

const intro = `\`GET /metrics\` of the API serves Prometheus metrics. Do not expose it through your proxy: it needs no key.
It includes the standard metrics of a Node process (\`process_*\`, \`nodejs_*\`).`

export async function metricsPage(): Promise<string> {
  const { registry } = collectMetrics(core)
  const rows = registry
    .getMetricsAsArray()
    .map((metric) => metric as unknown as Shown)
    .filter(({ name }) => name.startsWith('sluice_'))
    .map(async (metric) => {
      const { name, help, type } = metric.help ? metric : await metric.get()
      return [`\`${name}\``, String(type), (metric.labelNames ?? []).join(', '), help]
    })
  return [
    heading('Metrics', '`apps/api/src/status/metrics.ts`'),
    intro,
    table(['name', 'type', 'labels', 'meaning'], await Promise.all(rows)),
  ].join('\n\n')
}

interface Shown {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labelNames?: readonly string[]
  get(): Promise<Shown>
}

/** Nothing is collected from it. */
const core = {} as Core
