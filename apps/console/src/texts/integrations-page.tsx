import type { ReactNode } from 'react'

export const texts = {
  actions: {
    sendTestEvent: 'Send test event',
    enable: 'Enable',
    takeOver: 'Take over',
    edit: 'Edit',
    more: 'More',
    rotateSecret: 'Rotate secret…',
    disable: 'Disable',
    delete: 'Delete…',
  },
  facts: {
    status: 'Status',
    id: 'Id',
    events: 'Events',
    resources: 'Resources',
    thresholds: 'Thresholds',
    urlKey: 'URL set by key',
    oldSecretValidUntil: 'Old secret valid until',
    description: 'Description',
    none: 'None',
    labels: 'Labels',
    created: 'Created',
    updated: 'Updated',
  },
  failed: 'The integration could not be loaded',
  title: 'Integrations',
  details: 'Details',
  deliveries: 'Deliveries',
  disabled: {
    text: (reason: string) =>
      `${reason} Pending deliveries are kept. They are sent when you enable the integration.`,
    title: 'Disabled by the service',
  },
  withheld: {
    text: (reason: string) =>
      `${reason} “Take over” sets the same URL again, so that all its events are sent, including pending ones.`,
    title: 'Events are withheld',
  },
  dropping: {
    title: 'New events are dropped',
    text: (since: ReactNode) => (
      <>
        Too many deliveries are pending for the receiver, so new events have been dropped since{' '}
        {since}. This ends when half of them are done. Dropped events are not sent later.
      </>
    ),
  },
  failing: {
    title: 'Deliveries are failing',
    text: (since: ReactNode) => (
      <>
        No delivery has succeeded since {since}. If none succeeds for three days, the integration is
        disabled. The log shows the receiver’s responses.
      </>
    ),
  },
  missing: {
    text: 'It may have been deleted, or it belongs to another organization.',
    title: 'Integration not found',
    seeAll: 'See all integrations',
  },
  rotate: {
    oneDay: 'In one day',
    sevenDays: 'In seven days',
    atOnce: 'At once',
    leaked: 'For a leaked secret.',
    title: (name: string) => `Rotate the secret of “${name}”`,
    done: (name: string) => `“${name}” has a new secret`,
    overlap:
      'Until the old secret stops working, every event has two signatures, so the receiver can switch at any time.',
    oldStays: 'The old secret stops working',
    oldest:
      'The secret was rotated recently. The one from before that stops working at once, even if the receiver still uses it.',
    cancel: 'Cancel',
    action: 'Rotate secret',
    changed:
      'This integration was changed or its secret rotated since this page was loaded, perhaps by your own last try. Nothing was rotated now. If the secret was rotated and nobody has the new one, open this dialog again.',
  },
  lost: (url: string) => (
    <>
      <code>{url}</code> will receive no more events. Pending deliveries and the delivery log are
      deleted.
    </>
  ),
  secret: {
    advice: (
      <>
        Your receiver verifies signatures with this secret. Use any Standard Webhooks library.{' '}
        <strong>It is shown only once.</strong> If you lose it, rotate it.
      </>
    ),
    name: 'the signing secret',
    stored: 'I have stored it',
  },
}
