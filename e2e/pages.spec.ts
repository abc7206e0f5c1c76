import { AxeBuilder } from '@axe-core/playwright'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import type { Product } from './product.ts'

const pages = [
  '',
  '/keys',
  '/things',
  '/things/seattle-daily',
  '/sites',
  '/fleets',
  '/import-things',
  '/integrations',
  '/reference?operation=things.update',
  '/explore?things=seattle-daily,new-york-daily&from=2014-01-01T00:00:00Z&to=2015-01-01T00:00:00Z',
  '/templates',
  '/templates/sluice.weather-station',
  '/create-template?from=sluice.weather-station',
  '/thing-types',
  '/metric-definitions',
  '/usage',
  '/limits',
  '/members',
  '/members?tab=invitations',
  '/audit-log',
  '/settings',
  '/account',
]

/** Every tab of the page of the demo's own key. */
function keyPages({ demo }: Product): string[] {
  const [, id] = demo.once.key.split('_')
  return ['usage', 'calls', 'access', 'history'].map((tab) => `/keys/${id}?tab=${tab}`)
}

/** Each colour scheme at one width only: colours do not depend on the width, nor layout on colours. */
const looks = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

for (const { colorScheme, viewport } of looks) {
  test(`every page is accessible and fits: ${colorScheme}, ${viewport.width} wide`, async ({
    browser,
    product,
    signIn,
  }) => {
    // Axe reads every page in full: on a busy machine that is seconds a page.
    test.setTimeout(240_000)
    const context = await browser.newContext({ colorScheme, viewport })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${product.console}/sign-in`)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await signIn(page)
    for (const path of [...pages, ...keyPages(product)]) {
      await expectAccessible(page, product.home + path)
    }
    expect(complaints).toEqual([])
    await context.close()
  })
}
