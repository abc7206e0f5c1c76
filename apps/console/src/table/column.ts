import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width; the columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  /** The orders of the list that its heading asks for: with the first press, and with the next. */
  readonly sorts?: readonly [first: string, then: string]
  /** Shown on a phone too. */
  readonly phone?: boolean
}
