import { plural } from './plural.ts'

export const texts = {
  things: (count: number) => plural(count, { one: '# thing', other: '# things' }),
  dialog: {
    titles: {
      edit: (count: number) => plural(count, { one: 'Edit # thing', other: 'Edit # things' }),
      move: (count: number) => plural(count, { one: 'Move # thing', other: 'Move # things' }),
      retire: (count: number) => plural(count, { one: 'Retire # thing', other: 'Retire # things' }),
    },
    planning: 'Planning',
    changing: 'Changing',
    tooMany: (most: string) =>
      `At most ${most} things can be changed at once. Narrow the filters first.`,
  },
  form: {
    nothing: 'Choose what to change.',
    submit: 'Plan',
    retired:
      'Retired things accept no data. What they have sent stays readable. The next step shows each change.',
    site: {
      label: 'Site',
      into: 'Move into a site',
      out: 'Remove from their sites',
      new: 'New site',
      choose: 'Choose a site',
    },
    leave: 'Leave as it is',
    fleets: {
      add: 'Add to fleets',
      remove: 'Remove from fleets',
    },
    status: 'Status',
    leaveStatus: 'Leave the status as it is',
    labels: {
      remove: 'Remove labels',
      removeHint: 'Names, each followed by Enter',
      fault: (words: string) => `This label ${words}`,
    },
  },
  plan: {
    outcomes: {
      changed: 'To change',
      unchanged: 'Unchanged',
      refused: 'Refused',
      stale: 'Changed in the meantime',
    },
    apply: (count: number) => plural(count, { one: 'Change # thing', other: 'Change # things' }),
    stay: (count: number) =>
      plural(count, { one: '# thing stays as it is', other: '# things stay as they are' }),
    reason: (count: number, reason: string) =>
      `${plural(count, { one: '# thing', other: '# things' })}: ${reason}`,
    done: (count: number) =>
      count === 0
        ? 'Nothing was changed.'
        : plural(count, { one: '# thing changed.', other: '# things changed.' }),
    tooMany: (most: string) => `More than ${most} things match. Narrow the filters first.`,
    back: 'Back',
    nothing: 'Nothing to change',
    effects: 'What changes',
    others: (count: string) => `and ${count} others`,
    otherReasons: (count: string) => `And ${count} other reasons.`,
    thing: 'Thing',
    title: 'Plan',
    showOnly: 'Show only',
    more: (count: string) => `Show more (${count} in total)`,
    close: 'Close',
  },
  effects: {
    none: 'none',
    site: (before: string, after: string) => `Site: ${before} → ${after}`,
    status: (before: string, after: string) => `Status: ${before} → ${after}`,
    label: (name: string, value: string) => `Label ${name}: ${value || '“”'}`,
    labelRemoved: (name: string) => `Label ${name} removed`,
    hidden: 'Not shown: you are not allowed to read them',
    joins: (id: string) => `Joins fleet ${id}`,
    leaves: (id: string) => `Leaves fleet ${id}`,
  },
}
