import type { Call } from '@sluice/contract'
import { oneOf } from '#url/search-params.ts'

/** Lengths of the usage that a key's page shows, in days. */
export const usageDays = ['7', '30', '90'] as const

/** What the tab of a key's usage asks for, by its URL. */
export function usageQuery(
  keyId: string,
  params: URLSearchParams,
  timezone: string,
): Call<'keys.usage'> {
  const days = oneOf(params, 'days', usageDays) ?? '30'
  return { params: { keyId }, query: { days, timezone } }
}

/** Days whose calls suggestions are made from. */
export const SUGGESTION_DAYS = '30'

export function suggestionsQuery(keyId: string): Call<'keys.suggestions'> {
  return { params: { keyId }, query: { days: SUGGESTION_DAYS } }
}
