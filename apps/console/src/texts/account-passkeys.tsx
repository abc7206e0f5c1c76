import type { ReactNode } from 'react'

export const texts = {
  title: 'Passkeys',
  lead: 'A passkey signs you in with your device’s fingerprint, face or PIN, without a password or a code.',
  none: 'You have none yet.',
  unnamed: 'Passkey',
  addOpens: 'Add passkey…',
  name: 'Name',
  nameHint: 'For example “Work laptop”.',
  nameMissing: 'Enter a name.',
  lastUsed: 'Last used',
  never: 'Never',
  added: (time: ReactNode) => <>Added {time}</>,
  change: 'Actions',
  renameOpens: 'Rename…',
  renameOf: (name: string) => `Rename ${name}`,
  deleteOpens: 'Delete…',
  deleteOf: (name: string) => `Delete ${name}`,
  add: {
    title: 'Add a passkey',
    text: 'Next, your browser asks where to save it, and checks that it is you.',
    action: 'Continue',
    done: (name: string) => `Passkey “${name}” added.`,
    cancelled: 'No passkey was added. Try again when you are ready.',
  },
  rename: {
    title: 'Rename the passkey',
    action: 'Save',
    done: (name: string) => `Passkey renamed to “${name}”.`,
  },
  delete: {
    title: 'Delete this passkey?',
    text: (name: string) =>
      `“${name}” will no longer sign you in. Your device may still offer it: delete it there, too.`,
    action: 'Delete passkey',
    done: 'Passkey deleted.',
  },
}
