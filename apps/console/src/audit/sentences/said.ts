import type { ReactNode } from 'react'
import type { Logged } from '../logged.ts'

/** The parts of a sentence about an audit entry. */
export interface Said {
  readonly who: ReactNode
  /** The resource, with the word for its kind. */
  readonly what: ReactNode
  readonly entry: Logged
  /** The top-level fields that differ, without duplicates. */
  readonly fields: readonly string[]
  /** Old and new value, if a single plain field changed. */
  readonly single:
    | { readonly field: string; readonly from: string; readonly to: string }
    | undefined
  readonly before: Side
  readonly after: Side
}

/** The record before or after the change. */
export interface Side {
  text(name: string): string | undefined
  count(name: string): number
  within(name: string): Side
}
