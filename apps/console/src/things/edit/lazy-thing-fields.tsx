'use client'

import dynamic from 'next/dynamic'

/** Loaded together with its dialog. */
export const ThingFields = dynamic(
  () => import('./thing-fields.tsx').then((all) => all.ThingFields),
  {
    ssr: false,
  },
)
