import { desktop, expectAccessible, phone } from './accessible.ts'
import { everyPage } from './every-page.ts'
import { expect, test } from './journey.ts'

/** Each colour scheme at one width only: colours do not depend on the width, nor the layout on colours. */
const looks = [desktop, phone]

/** Enough tests to keep both workers busy. */
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
    for (const [index, path] of everyPage(product).entries()) {
      if (index % PARTS !== part) continue
      // Every second page is loaded on the phone.
      const order = index % (2 * PARTS) < PARTS ? looks : looks.toReversed()
      await expectAccessible(page, product.home + path, ...order)
    }
    expect(complaints).toEqual([])
  })
}
