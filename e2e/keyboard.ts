import type { Page } from 'playwright/test'

/** Most controls that lie between two on the way of a journey. */
const MOST = 80

/** Presses Tab, or Shift and Tab, until the focus is on the control with that name. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let steps = 0; steps < MOST; steps += 1) {
    await page.keyboard.press(key)
    const label = await page.evaluate(() => {
      const element = document.activeElement
      // Where nothing has the focus, the body has, with all of the page's text.
      if (element === document.body) return ''
      const own = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      return [own, ...labels.map(({ textContent }) => textContent)].join(' ').trim()
    })
    if (typeof name === 'string' ? label === name : name.test(label)) return
  }
  throw new Error(`Nothing named ${name} can be reached with the Tab key.`)
}

/** Goes to a control with Tab and presses Enter. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
