import type { Locator, Page } from 'playwright/test'
import { expect } from './journey.ts'
import { enter, tabTo } from './keyboard.ts'

/** What a journey does with the controls of a page: with a mouse, or with the keyboard alone. */
export interface Hands {
  press(control: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  tick(box: Locator): Promise<void>
  /** One of a group of radio buttons. */
  pick(group: Locator, name: string): Promise<void>
  /** Chooses what a list offers for some text. */
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
  /** A page is there before its controls are. */
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
      // What is found for the text may come between the two keys, and nothing is marked then.
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

/** Each way in which a journey is made. */
export const ways = [
  ['with a mouse', mouse],
  ['by keyboard alone', keyboard],
] as const
