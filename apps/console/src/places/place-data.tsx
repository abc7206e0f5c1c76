import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { Place } from './place.ts'
import { PlaceChart } from './place-chart.tsx'

const ReachingKeys = dynamic(() => import('./reaching-keys.tsx').then((all) => all.ReachingKeys), {
  ssr: false,
})

interface PlaceDataProps {
  readonly place: Place
  /** Without things there is nothing to draw. */
  readonly isEmpty: boolean
  /** The grid of its things. */
  readonly children: ReactNode
}

/** What a site's or a fleet's page shows of it: what is there now, how it has been, and which keys reach it. */
export function PlaceData({ place, isEmpty, children }: PlaceDataProps) {
  return (
    <>
      {children}
      {!isEmpty && <PlaceChart place={place} />}
      <ReachingKeys place={place} />
    </>
  )
}
