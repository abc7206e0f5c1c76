import { expect, test } from './journey.ts'

/** A dialog is loaded when it first opens, so the second time is tested, too. */
test('a dialog focuses its first field and returns the focus to what opened it', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/things/seattle-daily`)
  // The chart is drawn in the browser: from then on buttons work.
  await expect(page.getByRole('img', { name: /^Chart of/ }).first()).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  for (const turn of ['first', 'second']) {
    await edit.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true }), turn).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(edit, turn).toBeFocused()
  }

  const remove = page.getByRole('button', { name: 'Delete…' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
})

test('entries of a menu have the same colour, whether links or buttons', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/things`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  const colour = (name: string) =>
    page.getByRole('menuitem', { name }).evaluate((entry) => getComputedStyle(entry).color)
  expect(await colour('Your account')).toBe(await colour('Sign out'))
})

test('rotating a key starts at the chosen overlap', async ({ page, product, signIn }) => {
  await signIn(page)
  const [, id] = product.demo.once.key.split('_')
  await page.goto(`${product.home}/keys/${id}`)
  await page.getByRole('button', { name: 'Rotate…' }).click()
  await expect(page.getByRole('radio', { name: '24 hours' })).toBeFocused()
})

test('on a phone, the navigation returns the focus to its button', async ({
  page,
  product,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(`${product.home}/things`)
  const open = page.getByRole('button', { name: 'Open the navigation' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Keys' })).toBeVisible()
  // It is visible while it slides in, before it takes the focus.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})
