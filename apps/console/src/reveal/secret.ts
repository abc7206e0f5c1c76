import type { ReactNode } from 'react'

/** Something that is shown only once, and the words around it. */
export interface Secret {
  /** What to do with it now, and that it is shown only once. */
  readonly advice: ReactNode
  /** With the ways to copy it, of which the first takes the focus. */
  readonly shown: ReactNode
  /** What is ticked when that is done: "I have stored it". */
  readonly done: string
  /** For who closes before: the question, and what becomes of it. Without, it is left only once it is stored. */
  readonly unread?: { readonly title: string; readonly text: string }
}
