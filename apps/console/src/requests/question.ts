import { type Call, callOutcomes } from '@sluice/contract'
import { rangeInApi, type TextRange } from '#range/time-text.ts'
import { texts as range } from '#texts/range.ts'
import { oneOf, text } from '#url/search-params.ts'

const { lengths } = range

/** URL parameters that filter the log, in addition to its range. */
export const logFilters = [
  ...(['key', 'operation', 'outcome', 'status', 'problem'] as const),
  ...(['address', 'resource', 'request'] as const),
] as const

export const logParameters = [...logFilters, 'from', 'to', 'live'] as const

/** Relative ranges that end now. The log keeps 90 days. */
export const logPresets = {
  'now-15m': lengths.quarter,
  'now-1h': lengths.hour,
  'now-6h': lengths.sixHours,
  'now-24h': lengths.day,
  'now-7d': lengths.week,
  'now-30d': lengths.month,
  'now-90d': lengths.season,
} as const

/** A question to the request log, as kept in its URL. The range is in the API's form. */
export interface LogQuestion extends TextRange {
  readonly isLive: boolean
  readonly list: Call<'calls.list'>
  /** Includes all outcomes, so that each count stays visible. */
  readonly count: Call<'calls.count'>
}

/** Reads the URL. With `keyId` it is the log of that key, whatever the URL says. */
export function readLogQuestion(params: URLSearchParams, keyId?: string): LogQuestion {
  const range = { from: '-24h', to: 'now', ...rangeInApi(params) }
  const status = Number(params.get('status'))
  const shared = {
    ...{ ...range, key: keyId ?? text(params, 'key') },
    operation: text(params, 'operation', 200),
    status: Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined,
    problem: text(params, 'problem', 200),
    address: text(params, 'address', 200),
    resource: text(params, 'resource', 300),
    requestId: text(params, 'request', 200),
  }
  const cursor = text(params, 'cursor')
  return {
    ...range,
    isLive: params.get('live') === '1' && range.to === 'now' && cursor === undefined,
    list: { query: { ...shared, outcome: oneOf(params, 'outcome', callOutcomes), cursor } },
    count: { query: shared },
  }
}
