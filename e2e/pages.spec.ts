import { desktop, expectAccessible, expectAccessibleOpen, phone, show } from './accessible.ts'
import { everyPage } from './every-page.ts'
import { expect, test } from './journey.ts'
import { leastShift, MOST_SHIFT, watchShifts } from './layout-shift.ts'

/** Enough tests to keep both workers busy. */
const PARTS = 4

for (const part of Array(PARTS).keys()) {
  test(`every page loads without moving, is accessible and fits: part ${part + 1} of ${PARTS}`, async ({
    page,
    product,
    signIn,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    if (part === 0) await expectAccessible(page, `${product.console}/sign-in`, desktop, phone)
    await signIn(page)
    await watchShifts(page)
    const moved: string[] = []
    for (const [index, path] of everyPage(product).entries()) {
      if (index % PARTS !== part) continue
      // Loaded in both looks, and checked in the last one first. For every second page, that is the phone.
      const [other, one] = index % (2 * PARTS) < PARTS ? [phone, desktop] : [desktop, phone]
      for (const look of [other, one]) {
        await show(page, look)
        const shift = await leastShift(page, product.home + path)
        if (shift >= MOST_SHIFT) {
          moved.push(`${path || '/'}, ${look.viewport.width} pixels wide: ${shift.toFixed(3)}`)
        }
      }
      await expectAccessibleOpen(page, other)
    }
    expect(moved).toEqual([])
    expect(complaints).toEqual([])
  })
}
