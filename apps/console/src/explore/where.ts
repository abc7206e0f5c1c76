import { isFailure } from '#data/failure.ts'
import { sentence } from '#data/faults.ts'
import { texts } from '#texts/explore.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** What the API says about the condition, if it is all that it refuses. */
export function whereFault(error: unknown): string | undefined {
  const faults = (isFailure(error) && error.data?.problem?.errors) || []
  if (faults.length === 0 || faults.some(({ pointer }) => pointer !== '/query/where')) {
    return undefined
  }
  return faults.map(({ detail }) => sentence(detail)).join(' ')
}

type Metric = Pick<ExploredMetric, 'key' | 'valueKind' | 'min' | 'max'>

/** An example of a condition on the first number and the first boolean, or else on the first text. */
export function whereExample(metrics: readonly Metric[]): string {
  const first = (kind: Metric['valueKind']) => metrics.find(({ valueKind }) => valueKind === kind)
  const [number, boolean, text] = [first('number'), first('boolean'), first('text')]
  const parts = [
    ...(number ? [`${number.key}>${middleOf(number)}`] : []),
    ...(boolean ? [`${boolean.key}=true`] : []),
  ]
  if (parts.length > 0) return parts.join(',')
  return text ? `${text.key}=${texts.where.someText}` : ''
}

/** A value that the metric may well exceed. */
function middleOf({ min, max }: Metric): number {
  return min === null || max === null ? 10 : Number(((min + max) / 2).toPrecision(2))
}
