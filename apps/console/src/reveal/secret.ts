import type { ReactNode } from 'react'

/** Something that is shown only once, with its texts. */
export interface Secret {
  /** What to do with the secret, and that it is shown only once. */
  readonly advice: ReactNode
  /** The secret with buttons to copy it, of which the first has the focus. */
  readonly shown: ReactNode
  /** Label of the checkbox: "I have stored it". */
  readonly done: string
  /** Asks for confirmation when closing early. Without it, the dialog closes only after the checkbox is ticked. */
  readonly unread?: { readonly title: string; readonly text: string }
}
