import type { Call } from '@sluice/contract'
import { oneOf } from '#url/search-params.ts'

/** Ranges of a key's usage, in days. */
export const usageDays = ['7', '30', '90'] as const

/** The query of a key's usage tab, from its URL. */
export function usageQuery(
  keyId: string,
  params: URLSearchParams,
  timezone: string,
): Call<'keys.usage'> {
  const days = oneOf(params, 'days', usageDays) ?? '30'
  return { params: { keyId }, query: { days, timezone } }
}

/** Days of calls that suggestions are based on. */
export const SUGGESTION_DAYS = '30'

export function suggestionsQuery(keyId: string): Call<'keys.suggestions'> {
  return { params: { keyId }, query: { days: SUGGESTION_DAYS } }
}
