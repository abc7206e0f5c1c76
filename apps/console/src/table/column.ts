import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width; columns without one share the remaining space. */
  readonly width?: string
  readonly align?: 'end'
  /** Sort orders that the heading requests on the first and second click. */
  readonly sorts?: readonly [first: string, then: string]
  /** Also shown on phones. */
  readonly phone?: boolean
}
