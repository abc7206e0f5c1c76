import { texts } from '#texts/keys.tsx'

/** Tabs of a key's page, as named in the URL's `tab`. The first is the default. */
export const keyTabs = ['usage', 'calls', 'access', 'history'] as const
export type KeyTab = (typeof keyTabs)[number]

export const tabLabels: Record<KeyTab, string> = {
  usage: texts.tabs.usage,
  calls: texts.tabs.calls,
  access: texts.tabs.access,
  history: texts.tabs.history,
}
