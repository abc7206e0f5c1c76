import { texts } from '#texts/keys.tsx'

/** The parts of a key's page, as the URL's `tab` names them; the first is shown without one. */
export const keyTabs = ['usage', 'calls', 'access', 'history'] as const
export type KeyTab = (typeof keyTabs)[number]

export const tabLabels: Record<KeyTab, string> = {
  usage: texts.tabs.usage,
  calls: texts.tabs.calls,
  access: texts.tabs.access,
  history: texts.tabs.history,
}
