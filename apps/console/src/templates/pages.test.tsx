import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { Applications } from './applications/applications.tsx'
import { TemplatesPage } from './templates-page.tsx'

const template = { id: 'gates', name: 'Gates', parameters: [], resources: [], builtIn: false }
const application = {
  ...{ id: 'yard', templateId: 'gates', parameters: {}, resourceCount: 2, upToDate: true },
  ...{ appliedAt: '2026-06-01T00:00:00.000Z', appliedBy: { name: 'Ada' }, etag: '1' },
}
const applications = <Applications template={template as never} isBusy={false} onReuse={() => {}} />

test.each([
  ['templates', <TemplatesPage key="all" />, template],
  ['applications of a template', applications, application],
])('the %s that do not fit one page are on the next', async (_, page, item) => {
  const shown = (nextCursor: string | null) =>
    shownWith(page, () => ({ items: [item], nextCursor }))
  expect(await shown('more')).toContain('aria-label="Pages"')
  expect(await shown(null)).not.toContain('aria-label="Pages"')
})
