import { expectAccessibleNow } from './accessible.ts'
import { expect, test } from './journey.ts'

test('a form asks before Escape, Cancel or a reload discards what was entered', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/sites`)
  const create = page.getByRole('button', { name: 'Create site' })
  const form = page.getByRole('dialog', { name: 'Create a site' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })

  // An empty form closes without a question.
  await create.click()
  await expect(form.getByLabel('Name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await create.click()
  await form.getByLabel('Name').fill('Depot')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expectAccessibleNow(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Depot')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Create site' }).click()
  await form.getByLabel('Name').fill('Depot')
  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => {})
  const leaving = await asked
  expect(leaving.type()).toBe('beforeunload')
  await leaving.dismiss()
  await expect(form.getByLabel('Name')).toHaveValue('Depot')
})

test('the back button asks before it discards what was entered', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/fleets`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sites' }).click()
  await page.getByRole('button', { name: 'Create site' }).click()
  const form = page.getByRole('dialog', { name: 'Create a site' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await form.getByLabel('Name').pressSequentially('Depot')
  const back = () => page.evaluate(() => window.history.back())

  await back()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Depot')
  await expect(page).toHaveURL(/\/sites$/)
  await back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/fleets$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleets')
})

test('signing out and another organization ask once, before anything is done', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/settings`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Depot')
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await (questions.length < 2 ? dialog.dismiss() : dialog.accept())
  })
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  await expect(name).toHaveValue('Depot')
  expect((await page.request.get(`${product.home}/export-things`)).status()).toBe(200)
  await signOut()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(questions).toEqual(['confirm', 'confirm'])
})
