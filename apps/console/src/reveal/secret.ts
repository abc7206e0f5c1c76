import type { ReactNode } from 'react'

/** Something that is shown only once, and the words around it. */
export interface Secret {
  readonly text: string
  /** What is copied, as in "the key". */
  readonly what: string
  /** What to do with it now, and that it is shown only this once. */
  readonly advice: ReactNode
  readonly below?: ReactNode
  /** What is ticked when that is done: "I have stored it". */
  readonly done: string
  /** For who closes before: the question, and what becomes of it. */
  readonly unread: { readonly title: string; readonly text: string }
}
