import { questionParameters } from '../question.ts'

/** What a view keeps of the page's URL, with the metrics that are drawn by default. Empty where nothing is selected. */
export function viewQuery(params: URLSearchParams, metrics: readonly string[]): string {
  const kept = new URLSearchParams()
  for (const name of questionParameters) {
    const value = params.get(name) ?? (name === 'metrics' ? metrics.join(',') : '')
    if (value !== '') kept.set(name, value)
  }
  return ['things', 'fleet', 'site', 'type', 'label'].some((name) => kept.has(name))
    ? kept.toString()
    : ''
}
