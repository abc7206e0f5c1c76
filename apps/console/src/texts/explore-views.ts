export const texts = {
  done: (name: string) => `“${name}” saved for the organization.`,
  name: 'Save this view as',
  nameHint:
    'All members of the organization see it. A relative range such as now-7d moves with the current time.',
  replace: 'Replace',
  save: 'Save',
  title: 'Saved views',
  none: 'No views yet. All members see what is saved here.',
  delete: 'Delete view',
  failed: 'The saved views could not be loaded',
  deleteOf: (name: string) => `Delete ${name}`,
  lost: 'It is deleted for all members. Things and their data stay.',
}
