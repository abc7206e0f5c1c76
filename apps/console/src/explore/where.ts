import { texts } from '#texts/explore-where.ts'
import type { ExploredMetric } from './use-metrics.ts'

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
  return text ? `${text.key}=${texts.someText}` : ''
}

/** A value that the metric may well exceed. */
function middleOf({ min, max }: Metric): number {
  return min === null || max === null ? 10 : Number(((min + max) / 2).toPrecision(2))
}
