'use client'

import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './sort-heading.module.css'

interface SortHeadingProps {
  readonly header: string
  readonly width?: string | undefined
  readonly phone?: boolean | undefined
  readonly sorts: readonly [first: string, then: string]
  /** Shown beside the heading. */
  readonly children?: ReactNode
}

/** A heading that sorts by its column: first order, second order, then the default. */
export function SortHeading(props: SortHeadingProps) {
  const { header, width, phone, children } = props
  const [first, then] = props.sorts
  const { params, filter } = useUrlState()
  const sort = params.get('sort')
  const isOn = sort === first || sort === then
  const descends = sort?.startsWith('-')
  const next = sort === first ? then : sort === then ? null : first
  const Icon = descends ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      style={width ? { width } : undefined}
      data-wide={!phone || undefined}
      aria-sort={isOn ? (descends ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton className={classes.sort ?? ''} onClick={() => filter({ sort: next })}>
        {header}
        {isOn && <Icon size={13} stroke={1.8} aria-hidden />}
      </UnstyledButton>
      {children}
    </th>
  )
}
