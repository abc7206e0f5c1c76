import { MultiSelect } from '@mantine/core'
import { texts } from '#texts/explore-page.ts'
import { mostMetrics } from './question.ts'
import type { ExploredMetric } from './use-metrics.ts'

interface MetricPickerProps {
  readonly chosen: readonly string[]
  readonly metrics: readonly ExploredMetric[]
  readonly onChange: (keys: string[]) => void
}

/** Selects the metrics to draw. */
export function MetricPicker({ chosen, metrics, onChange }: MetricPickerProps) {
  return (
    <MultiSelect
      label={texts.metrics.label}
      placeholder={chosen.length === 0 ? texts.metrics.choose : ''}
      data={metrics.map((metric) => ({ value: metric.key, label: labelOf(metric, metrics) }))}
      value={[...chosen]}
      onChange={onChange}
      maxValues={mostMetrics}
      searchable
      hidePickedOptions
      disabled={metrics.length === 0}
      nothingFoundMessage={texts.metrics.nothingFound}
    />
  )
}

/** Adds the key if several metrics have the same name. */
function labelOf({ key, name }: ExploredMetric, all: readonly ExploredMetric[]): string {
  const isShared = all.some((other) => other.name === name && other.key !== key)
  return isShared ? `${name} (${key})` : name
}
