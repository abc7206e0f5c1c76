import type { Locator, Page } from 'playwright/test'

/** Key presses after which a control counts as unreachable. */
const MOST = 160

/** The name of a control, or its locator. */
type Control = string | RegExp | Locator

/** Presses Tab, or Shift and Tab, until the focus is on the control. */
export async function tabTo(
  page: Page,
  control: Control,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let steps = 0; steps < MOST; steps += 1) {
    await page.keyboard.press(key)
    if (await hasFocus(page, control)) return
  }
  throw new Error(`${control} cannot be reached with the Tab key.`)
}

async function hasFocus(page: Page, control: Control): Promise<boolean> {
  if (typeof control !== 'string' && !(control instanceof RegExp)) {
    return control.evaluate((element) => element === document.activeElement)
  }
  const label = await page.evaluate(() => {
    const element = document.activeElement
    // If nothing has the focus, the body has it, with all of the page's text.
    if (element === document.body) return ''
    const own = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return [own, ...labels.map(({ textContent }) => textContent)].join(' ').trim()
  })
  return typeof control === 'string' ? label === control : control.test(label)
}

/** Goes to a control with Tab and presses Enter. */
export async function enter(page: Page, control: Control): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}
