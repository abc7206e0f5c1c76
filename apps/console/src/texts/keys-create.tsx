export const texts = {
  budget: {
    label: 'Share of the rate limit',
    hint: 'The most this key may use of the organization’s rate limit, in percent. Leave empty for all of it.',
    none: 'All of it',
    all: 'All of the organization’s',
    share: (share: number) => `At most ${share} % of the organization’s`,
  },
  addresses: {
    notOwn: (address: string) => (
      <>
        Your own address <code>{address}</code> is not on the list, so you cannot use this key from
        here.
      </>
    ),
    label: 'Allowed addresses',
    hint: 'IPv4 or IPv6 addresses or networks. Leave empty to allow any address.',
    one: (position: number) => `Allowed address ${position}`,
    remove: (position: number) => `Remove allowed address ${position}`,
    add: 'Add an address',
    addMine: (own: string) => `Add my address, ${own}`,
  },
  title: 'Create a key',
  review: 'Review',
  mayExist:
    'The key may have been created: check the list of keys. If it is there, revoke it, because nobody has its string.',
  done: (name: string) => `“${name}” created`,
  expiry: {
    label: 'Expires',
    at: (zone: string) => `Expires at (${zone})`,
    days7: '7 days',
    days30: '30 days',
    days90: '90 days',
    year: '1 year',
    never: 'Never',
    custom: 'Custom',
  },
  name: 'Name',
  nameHint: 'Who or what uses the key.',
  summary: {
    effect:
      'Anyone with the key can do this. You can change scopes, addresses and expiry later, but not the type.',
    name: 'Name',
    type: 'Type',
    admin: 'Admin: can manage keys within its scopes',
    external: 'External: can never manage keys',
    may: 'May',
    from: 'From',
    budget: 'Share of the rate limit',
    until: 'Until',
    untilRevoked: 'Until it is revoked',
    back: 'Back',
    create: 'Create key',
  },
  scopes: {
    hint: (
      <>
        In a filter <code>#</code> stands for exactly one segment (in MQTT, it stands for many).{' '}
        <code>#</code> alone matches everything.
      </>
    ),
    label: 'Scopes',
    task: 'What is the key for?',
    add: 'Add a scope',
    fromTask: 'Start from a task',
  },
  tasks: {
    which: {
      site: 'Which site?',
      fleet: 'Which fleet?',
      thing: 'Which thing?',
    },
    search: 'Search by name or id',
    use: 'Use these scopes',
    others: 'Other tasks',
    partnerSite: {
      title: 'Partner reads one site',
      text: 'The site, its things and their data.',
    },
    partnerFleet: {
      title: 'Partner reads one fleet',
      text: 'The fleet, its things and their data.',
    },
    gateway: {
      title: 'Gateway sends for one site',
      text: 'Can send data for the site’s things, but cannot read any.',
    },
    device: {
      title: 'Device sends for one thing',
      text: 'Can send its own data, but cannot read any.',
    },
    readAll: {
      title: 'Read everything',
      text: 'For a dashboard or an export.',
    },
    writeAll: {
      title: 'Read and write everything',
      text: 'For your own services.',
    },
    admin: {
      title: 'Administer everything',
      text: 'Including keys. Only for your own tools.',
    },
  },
  types: {
    external: 'For other parties. It can never manage keys.',
    admin: 'For your organization. With an admin scope it can create and revoke keys.',
    label: 'Type',
  },
}
