import type { ReactNode } from 'react'
import type { Logged } from '../logged.ts'

/** What a sentence is made of. */
export interface Said {
  readonly who: ReactNode
  /** The resource with the word for its kind. */
  readonly what: ReactNode
  readonly entry: Logged
  /** The fields that differ, each once, without those below them. */
  readonly fields: readonly string[]
  /** Of a single field of plain values, what it was and is. */
  readonly single:
    | { readonly field: string; readonly from: string; readonly to: string }
    | undefined
  readonly before: Side
  readonly after: Side
}

/** The record on one side of a change. */
export interface Side {
  text(name: string): string | undefined
  count(name: string): number
  within(name: string): Side
}
