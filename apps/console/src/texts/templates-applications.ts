import { formatCount } from '#format/values.ts'
import { plural } from './plural.ts'

export const texts = {
  title: 'Applications',
  failed: 'The applications could not be loaded',
  application: 'Application',
  outdated: 'The template has changed since',
  applied: 'Applied',
  by: 'By',
  resources: 'Resources',
  actions: 'Actions',
  compare: 'Compare',
  more: 'More',
  moreOf: (id: string) => `More actions for ${id}`,
  again: 'Apply again…',
  forgetOpens: 'Forget…',
  forget: {
    title: (id: string) => `Forget “${id}”?`,
    text: 'The resources stay, but you can no longer see what has changed since the template was applied. If you apply the template again, it takes over the existing resources.',
    action: 'Forget application',
    done: (id: string) => `“${id}” forgotten.`,
  },
  drift: {
    title: (id: string) => `Since ${id} was applied`,
    failed: 'The comparison could not be loaded',
    caption: 'What has changed',
    nothing: 'Nothing has changed.',
    summary: (changed: number, missing: number, unchanged: number) =>
      `${formatCount(changed)} changed, ${formatCount(missing)} missing, ${formatCount(unchanged)} as they were.`,
    hidden: (count: number) =>
      plural(count, {
        one: '# is hidden: you are not allowed to read it.',
        other: '# are hidden: you are not allowed to read them.',
      }),
    shown: (count: number) => `The first ${count} are shown.`,
    state: 'State',
    missing: 'Missing',
    changed: 'Changed',
    resource: 'Resource',
    change: 'As applied → now',
  },
}
