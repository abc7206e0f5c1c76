/** What a role is called, and what it lets a person do. */
export const texts = {
  name: { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' },
  inSentence: { owner: 'an owner', admin: 'an admin', viewer: 'a viewer' },
  allows: {
    owner: 'Can do everything, and decides who is an owner. The last owner cannot leave.',
    admin:
      'Manages keys, things, integrations and settings. Invites, changes and removes admins and viewers.',
    viewer: 'Sees everything, including the audit log, and changes nothing.',
  },
}
