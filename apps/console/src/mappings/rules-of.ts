import type { TrialChange } from './trial.tsx'

const rules = [
  ...['thing', 'metric', 'match', 'drop', 'metrics', 'ignoredLabels', 'unmappedLabels'],
  ...['invalidCharacters', 'createMissing'],
]

/** The fields of a change that affect what samples become. */
export function rulesOf(change: object): TrialChange {
  return Object.fromEntries(Object.entries(change).filter(([field]) => rules.includes(field)))
}
