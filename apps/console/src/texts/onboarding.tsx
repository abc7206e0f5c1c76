import { PageLink } from '#address/page-link.tsx'

export const texts = {
  title: 'First steps',
  viewer: 'No thing has sent data yet. An owner or an admin can set up the first things here.',
  steps: {
    done: 'Done',
    toDo: 'To do',
    choose: 'Choose what you connect',
    key: 'Keep the key',
    send: 'Send a sample',
    see: 'See it',
  },
  choice: {
    label: 'What you connect',
    setUp: (things: string) => `Set up 3 ${things}`,
    effect: (things: string) =>
      `Creates the ${things} with their type and metrics, and a key for them alone. You can change or delete all of it later.`,
  },
  starts: {
    trucks: {
      title: 'Refrigerated trucks',
      text: 'A fleet with cargo temperature, humidity, door, cooling unit, battery and speed.',
      things: 'trucks',
    },
    stations: {
      title: 'Weather stations',
      text: 'A network with temperature, humidity, pressure, wind, rain and sunshine.',
      things: 'stations',
    },
    meters: {
      title: 'Building meters',
      text: 'A building with an electricity, a water and a heat meter.',
      things: 'meters',
    },
    empty: {
      title: 'Something else',
      text: 'Start empty: import things, or define your own types and metrics.',
    },
  },
  /** Shown to those who start without a template. */
  byHand: (
    <>
      A thing needs a thing type, and a thing type needs metrics. Create the{' '}
      <PageLink href="/metric-definitions">metric definitions</PageLink>, then the{' '}
      <PageLink href="/thing-types">thing type</PageLink>, then{' '}
      <PageLink href="/things">add a thing</PageLink> or{' '}
      <PageLink href="/import-things">import many from a CSV file</PageLink>. A{' '}
      <PageLink href="/templates">template</PageLink> creates all of these at once. The next steps
      appear here as soon as there is a thing.
    </>
  ),
  more: ' and more',
  key: {
    name: (things: string) => `${things}: send and read`,
    copied: 'the key',
    advice: (
      <>
        For 90 days, it can send and read data for these things, and nothing else. Store it with
        your secrets. <strong>It is shown only once.</strong>
      </>
    ),
    lost: (thing: string) => (
      <>
        The code below takes your key from <code>SLUICE_KEY</code>. No key at hand? Create one that,
        for 90 days, can send and read data for {thing}, and nothing else.
      </>
    ),
    make: 'Create a key',
  },
  reading: {
    noMetrics: (thing: string) => (
      <>
        The thing type of {thing} has no metrics.{' '}
        <PageLink href="/thing-types">Add metrics to it</PageLink>, then send data.
      </>
    ),
    run: 'Run this where your data is, or in any shell:',
    waiting: (thing: string) => `Waiting for the first sample from ${thing}…`,
    arrived: (thing: string) => `The first sample from ${thing} has arrived.`,
    measured: 'Measured ',
    chart: 'See the chart',
    done: 'Done',
  },
}
