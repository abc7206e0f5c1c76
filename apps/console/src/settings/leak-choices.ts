import type { Organization } from '@sluice/contract'

interface LeakChoice {
  readonly value: Organization['leakedKeys']
  readonly label: string
  readonly description: string
}

export const leakChoices: readonly LeakChoice[] = [
  {
    value: 'notify',
    label: 'Mark it',
    description: 'The key is marked as leaked. It works until someone revokes it.',
  },
  {
    value: 'revoke',
    label: 'Revoke it',
    description: 'The key stops working at once.',
  },
]
