'use client'

import dynamic from 'next/dynamic'

/** Loaded only if a resource is missing, to keep its weight out of other pages. */
export const NoSuch = dynamic(() => import('./no-such.tsx').then((all) => all.NoSuch))
