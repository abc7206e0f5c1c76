import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width; the columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  /** Shown on a phone too. */
  readonly phone?: boolean
}
