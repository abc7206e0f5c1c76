'use client'

import dynamic from 'next/dynamic'

/** Loaded where a resource is missing: pages that are there do without. */
export const NoSuch = dynamic(() => import('./no-such.tsx').then((all) => all.NoSuch))
