'use client'

import type { ReactNode } from 'react'
import { isMissing } from '#data/failure.ts'
import { isPageHeld } from '#form/unsaved-now.ts'
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
  /** Says why, if it is not a call of the console that failed. */
  readonly why?: string | undefined
  /** Shown while loading. */
  readonly waiting?: ReactNode
  /** Shown if the resource does not exist. */
  readonly missing?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query's data or its state. A failed refresh keeps the data: it may contain forms and secrets. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, title, why, waiting, missing, children } = props
  const { data, error, refetch } = query
  // A deleted resource's page stays while it holds input, which could be copied.
  const isKept = data !== undefined && isPageHeld()
  if (missing && isMissing(error) && !isKept) return missing
  if (data === undefined) {
    return error ? <Failed title={title} why={why} error={error} retry={refetch} /> : waiting
  }
  return (
    <>
      {error ? <NotRefreshed error={error} retry={refetch} /> : null}
      {children(data)}
    </>
  )
}
