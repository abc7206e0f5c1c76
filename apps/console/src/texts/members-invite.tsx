import { plural } from './plural.ts'

export const texts = {
  title: 'Invite somebody',
  done: (email: string) => `${email} is invited`,
  sent: (email: string) => `Invitation sent to ${email}.`,
  email: 'Email',
  emailHint:
    'Only the holder of this address can accept. An open invitation to the same address is replaced.',
  emailFault: 'Enter a complete email address, such as ann@acme.example.',
  role: 'Role',
  byMail: (days: number | undefined) =>
    days === undefined
      ? 'They get a link by email, which nobody else sees. It works once.'
      : plural(days, {
          one: 'They get a link by email, which nobody else sees. It works once and expires after # day.',
          other:
            'They get a link by email, which nobody else sees. It works once and expires after # days.',
        }),
  byHand: (days: number | undefined) =>
    days === undefined
      ? 'No email is sent. You get a link to pass on. It works once.'
      : plural(days, {
          one: 'No email is sent. You get a link to pass on. It works once and expires after # day.',
          other:
            'No email is sent. You get a link to pass on. It works once and expires after # days.',
        }),
  send: 'Send invitation',
  make: 'Make link',
  link: 'the link',
  advice: (email: string, role: string) => (
    <>
      <strong>No email is sent</strong>: send this link to {email} yourself, in a way that only they
      can read. It works once, makes them {role}, and <strong>is shown only once</strong>.
    </>
  ),
  copied: 'I have copied it',
  unread: {
    title: 'Close without copying the link?',
    text: 'It cannot be shown again. To get another link, invite the same address again.',
  },
}
