import { questionParameters } from '../question.ts'

/** The query string that a view stores, including metrics drawn by default. Empty if nothing is selected. */
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
