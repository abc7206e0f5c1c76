import { plural } from './plural.ts'

export const texts = {
  more: (count: number) => `And ${count} more.`,
  parameters: 'Parameters',
  mayNot: 'Viewers cannot apply templates.',
  application: 'Application',
  applicationHint:
    'A name for this set of resources. Use it again to apply the template to the same set; another name makes another set.',
  applicationExists:
    'It exists already: applying gives it the values above. To start from its own, choose “Apply again…” below.',
  show: 'Show plan',
  plan: 'Plan',
  outcome: 'Outcome',
  apply: (what: string) => `Apply: ${what}`,
  applyNothing: 'Apply: nothing to do',
  applying: (count: number) =>
    plural(count, { one: 'Applying # resource…', other: 'Applying # resources, all or none…' }),
  applied: (what: string) => `Applied: ${what}.`,
  appliedNothing: 'Everything was already as planned: nothing was changed.',
  seeThings: 'See the things',
  showOnly: 'Show only',
  caption: 'Plan',
  captionDone: 'What was done',
  showMore: (count: string) => `Show more (${count} in total)`,
  action: 'Action',
  resource: 'Resource',
  changes: 'What changes',
  planned: {
    create: 'To create',
    update: 'To update',
    unchanged: 'Unchanged',
    conflict: 'In conflict',
    release: 'To release',
  },
  done: {
    create: 'Created',
    update: 'Updated',
    unchanged: 'Unchanged',
    conflict: 'In conflict',
    release: 'Released',
  },
  /** In a list: `create 2,013, update 4`. */
  toDo: {
    create: (count: string) => `create ${count}`,
    update: (count: string) => `update ${count}`,
    release: (count: string) => `release ${count}`,
  },
  toDoDone: {
    create: (count: string) => `created ${count}`,
    update: (count: string) => `updated ${count}`,
    release: (count: string) => `released ${count}`,
  },
  nothing: 'nothing',
  release: {
    title: (count: number) =>
      plural(count, { one: 'Release # resource?', other: 'Release # resources?' }),
    text: (count: number) =>
      plural(count, {
        one: 'It is in the application, but not in this plan. It is not deleted: the template just stops managing it. If you did not intend this, check the parameters: removing a row releases what that row created.',
        other:
          'They are in the application, but not in this plan. They are not deleted: the template just stops managing them. If you did not intend this, check the parameters: removing a row releases what that row created.',
      }),
    cancel: 'Cancel',
    action: 'Apply and release',
  },
}
