export const texts = {
  title: 'Settings',
  lead: 'For the whole organization.',
  failed: 'The settings could not be loaded',
  name: 'Name',
  retention: 'Keep samples for (days)',
  retentionHint:
    'Applies to metrics without a retention of their own. Older samples are rejected on arrival. Stored samples are deleted within two days of reaching this age. Leave empty to keep all.',
  notDays: 'Enter a whole number of days, or leave it empty.',
  leaked: 'When a key is reported as leaked',
  leakedHint: 'Anyone who finds a key in public, such as a repository scanner, can report it.',
  leakedChoices: {
    notify: {
      label: 'Mark it',
      hint: 'The key is marked as leaked, and works until someone revokes it.',
    },
    revoke: { label: 'Revoke it', hint: 'The key stops working at once.' },
  },
  save: 'Save settings',
  saved: 'Settings saved.',
  readOnly: 'Viewers cannot change the settings.',
}
