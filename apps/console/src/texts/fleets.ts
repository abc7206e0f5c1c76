export const texts = {
  add: {
    title: (name: string) => `Add things to “${name}”`,
    things: 'Things',
    hint: 'Search by name or id. Things already in the fleet stay.',
    none: 'Choose at least one thing',
    submit: 'Add',
  },
  page: {
    failed: 'The fleet could not be loaded',
    lost: 'You can delete a fleet only while it has no things. Keys limited to it lose access.',
    details: 'Details',
  },
  title: 'Fleets',
  id: 'Id',
  things: 'Things',
  labels: 'Labels',
  created: 'Created',
  updated: 'Updated',
  name: 'Name',
  changed: 'Changed',
  lead: 'Groups of things. A key can be limited to one.',
  none: {
    text: 'Group things to limit keys to them and to query them together. A thing can be in several fleets.',
    title: 'No fleets yet',
  },
  members: {
    remove: 'Remove',
    removeHint: 'Remove from the fleet',
    removeOf: (name: string) => `Remove ${name} from the fleet`,
    add: 'Add things',
    now: 'Now',
    none: {
      text: 'Keys and queries for this fleet cover the things you add.',
      title: 'No things yet',
    },
  },
}
