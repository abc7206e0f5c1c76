/**
 * The verbs of the contract's GET rows: the rows' methods are not in their types, so the types go by these.
 * A test holds the list against the contract.
 */
export const queryVerbs = ['list', 'get', 'self', 'timeseries', 'summary', 'recent'] as const

export type QueryVerb = (typeof queryVerbs)[number]
