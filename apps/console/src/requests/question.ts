import { type Call, callOutcomes } from '@sluice/contract'
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
  '-15m': lengths.quarter,
  '-1h': lengths.hour,
  '-6h': lengths.sixHours,
  '-24h': lengths.day,
  '-7d': lengths.week,
  '-30d': lengths.month,
  '-90d': lengths.season,
} as const

/** A question to the request log, as kept in its URL. */
export interface LogQuestion {
  /** In the API's form: ISO 8601, or relative such as `-24h`. */
  readonly from: string
  readonly to: string
  readonly isLive: boolean
  readonly list: Call<'calls.list'>
  /** Includes all outcomes, so that each count stays visible. */
  readonly count: Call<'calls.count'>
}

/** Reads the URL. With `keyId` it is the log of that key, whatever the URL says. */
export function readLogQuestion(params: URLSearchParams, keyId?: string): LogQuestion {
  const from = text(params, 'from') ?? '-24h'
  const to = text(params, 'to') ?? 'now'
  const status = Number(params.get('status'))
  const shared = {
    ...{ from, to, key: keyId ?? text(params, 'key') },
    operation: text(params, 'operation', 200),
    status: Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined,
    problem: text(params, 'problem', 200),
    address: text(params, 'address', 200),
    resource: text(params, 'resource', 300),
    requestId: text(params, 'request', 200),
  }
  const cursor = text(params, 'cursor')
  return {
    ...{ from, to },
    isLive: params.get('live') === '1' && to === 'now' && cursor === undefined,
    list: { query: { ...shared, outcome: oneOf(params, 'outcome', callOutcomes), cursor } },
    count: { query: shared },
  }
}
