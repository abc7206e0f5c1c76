import { desktop, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './journey.ts'
import type { Product } from './product.ts'

const pages = [
  '',
  '/keys',
  '/requests',
  '/things',
  '/things/seattle-daily',
  '/sites',
  '/sites/seattle',
  '/fleets',
  '/import-things',
  '/integrations',
  '/reference?operation=things.update',
  '/explore?things=seattle-daily,new-york-daily&from=2014-01-01T00:00:00Z&to=2015-01-01T00:00:00Z',
  '/explore?type=daily-station&metrics=temp_max,weather&compare=1&from=2014-01-01T00:00:00Z&to=2015-01-01T00:00:00Z',
  '/explore?fleet=none&view=table',
  '/templates',
  '/templates/sluice.weather-station',
  '/create-template?from=sluice.weather-station',
  '/thing-types',
  '/metric-definitions',
  '/mappings',
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
const looks = [desktop, phone]

/** As many tests as keep both workers busy. */
const PARTS = 4

for (const part of Array(PARTS).keys()) {
  test(`every page is accessible and fits: part ${part + 1} of ${PARTS}`, async ({
    page,
    product,
    signIn,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    if (part === 0) await expectAccessible(page, `${product.console}/sign-in`, ...looks)
    await signIn(page)
    for (const [index, path] of [...pages, ...keyPages(product)].entries()) {
      if (index % PARTS !== part) continue
      // Every second page is loaded on the phone.
      const order = index % (2 * PARTS) < PARTS ? looks : looks.toReversed()
      await expectAccessible(page, product.home + path, ...order)
    }
    expect(complaints).toEqual([])
  })
}
