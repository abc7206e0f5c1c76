'use client'

import type { ReactNode } from 'react'
import { isMissing } from '#data/failure.ts'
import { Failed } from './failed.tsx'
import { NotRefreshed } from './not-refreshed.tsx'

/** The part of a query's result that is shown. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface LoadedProps<Data> {
  readonly query: LoadedQuery<Data>
  /** Says what could not be loaded. */
  readonly title: string
  /** Until the data is there. */
  readonly waiting?: ReactNode
  /** Where there is no such thing. */
  readonly missing?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Data in whichever state it is. Once it is there a failed refresh does not take it away: forms and secrets are within. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, title, waiting, missing, children } = props
  const { data, error, refetch } = query
  if (missing && isMissing(error)) return missing
  if (data === undefined) {
    return error ? <Failed title={title} error={error} retry={refetch} /> : waiting
  }
  return (
    <>
      {error ? <NotRefreshed error={error} retry={refetch} /> : null}
      {children(data)}
    </>
  )
}
