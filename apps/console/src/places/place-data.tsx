import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { Place } from './place.ts'

const PlaceChart = dynamic(() => import('./place-chart.tsx').then((all) => all.PlaceChart), {
  ssr: false,
  loading: () => <Skeleton height={536} />,
})
const ReachingKeys = dynamic(() => import('./reaching-keys.tsx').then((all) => all.ReachingKeys), {
  ssr: false,
})

interface PlaceDataProps {
  readonly place: Place
  /** Whether the place has no things, and so nothing to draw. */
  readonly isEmpty: boolean
  /** The grid of its things. */
  readonly children: ReactNode
}

/** The data on a site's or fleet's page: its things now, their history, and the keys with access. */
export function PlaceData({ place, isEmpty, children }: PlaceDataProps) {
  return (
    <>
      {children}
      {!isEmpty && <PlaceChart place={place} />}
      <ReachingKeys place={place} />
    </>
  )
}
