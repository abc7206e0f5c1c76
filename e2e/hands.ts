import type { Locator, Page } from 'playwright/test'
import { expect } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'

/** How a journey operates the controls of a page: with a mouse, or by keyboard alone. */
export interface Hands {
  press(control: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  tick(box: Locator): Promise<void>
  /** Selects a radio button of a group. */
  pick(group: Locator, name: string): Promise<void>
  /** Types a text into a list and chooses the first option. */
  choose(list: Locator, text: string): Promise<void>
}

function mouse(page: Page): Hands {
  return {
    press: (control) => control.click(),
    fill: (field, text) => field.fill(text),
    tick: (box) => box.click(),
    pick: (group, name) => group.getByRole('radio', { name }).click(),
    async choose(list, text) {
      await list.click()
      await list.fill(text)
      await page.getByRole('option', { name: text }).first().click()
    },
  }
}

function keyboard(page: Page): Hands {
  /** Waits for the control, which may appear later than the page. */
  const reach = async (control: Locator) => {
    await expect(control).toBeVisible()
    await tabTo(page, control)
  }
  return {
    async press(control) {
      await expect(control).toBeEnabled()
      await enter(page, control)
    },
    async fill(field, text) {
      await reach(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async tick(box) {
      await tabTo(page, box)
      await page.keyboard.press('Space')
    },
    async pick(group, name) {
      await reach(group.locator('input:checked'))
      const wanted = group.getByRole('radio', { name })
      const count = await group.getByRole('radio').count()
      for (let i = 0; i < count && !(await wanted.isChecked()); i += 1) {
        await page.keyboard.press('ArrowDown')
      }
      await expect(wanted).toBeChecked()
    },
    async choose(list, text) {
      await reach(list)
      // The results may arrive between the two keys, and then no option is selected.
      await expect(async () => {
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(text)
        await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await expect(list).toHaveValue(new RegExp(`^${text}`), { timeout: 1000 })
        await expect(page.getByRole('option')).toHaveCount(0, { timeout: 1000 })
      }).toPass()
    },
  }
}

/** The ways in which journeys are tested. */
export const ways = [
  ['with a mouse', mouse],
  ['by keyboard alone', keyboard],
] as const
