'use client'

import dynamic from 'next/dynamic'

/** Loaded after the page has become interactive. */
export const KeepPage = dynamic(() => import('./keep-page.tsx').then((all) => all.KeepPage), {
  ssr: false,
})
