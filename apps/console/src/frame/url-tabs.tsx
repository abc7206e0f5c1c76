'use client'

import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './url-tabs.module.css'

interface UrlTabsProps<Name extends string> {
  /** The first tab is the default and is not named in the URL. */
  readonly tabs: readonly { name: Name; label: string; content: ReactNode }[]
  readonly shown: Name
  /** URL parameters that belong to one tab and are removed when switching. */
  readonly own: readonly string[]
}

/** Tabs whose selection is the URL parameter `tab`. Only the shown tab is rendered. */
export function UrlTabs<Name extends string>({ tabs, shown, own }: UrlTabsProps<Name>) {
  const { filter } = useUrlState()
  const left = Object.fromEntries(own.map((name) => [name, null]))
  const show = (chosen: string | null) =>
    filter({ ...left, tab: chosen === tabs[0]?.name ? null : chosen })
  return (
    <Tabs value={shown} onChange={show} keepMounted={false} classNames={{ tab: classes.tab ?? '' }}>
      <Tabs.List mb="md">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
