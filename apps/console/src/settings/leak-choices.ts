import type { Organization } from '@sluice/contract'
import { texts } from '#texts/settings.ts'

interface LeakChoice {
  readonly value: Organization['leakedKeys']
  readonly label: string
  readonly description: string
}

export const leakChoices: readonly LeakChoice[] = [
  {
    value: 'notify',
    label: texts.leakedChoices.notify.label,
    description: texts.leakedChoices.notify.hint,
  },
  {
    value: 'revoke',
    label: texts.leakedChoices.revoke.label,
    description: texts.leakedChoices.revoke.hint,
  },
]
