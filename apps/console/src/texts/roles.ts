/** The names of roles and their permissions. */
export const texts = {
  name: { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' },
  inSentence: { owner: 'an owner', admin: 'an admin', viewer: 'a viewer' },
  allows: {
    owner: 'Can do everything and decide who is an owner. The last owner cannot leave.',
    admin:
      'Can manage keys, things, integrations and settings. Can invite, change and remove admins and viewers.',
    viewer: 'Can see everything, including the audit log, but cannot change anything.',
  },
}
