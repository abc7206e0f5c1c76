'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'

/** Loaded when it is opened: it holds the schemas of the contract. */
export const IntegrationForm = dynamic(
  () => import('./integration-form.tsx').then((all) => all.IntegrationForm),
  { loading: () => <Skeleton height={480} /> },
)
