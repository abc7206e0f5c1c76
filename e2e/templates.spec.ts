import { expect, test } from './journey.ts'

test('a template is copied, corrected where marked, planned, applied, compared and forgotten', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/templates`)
  await page.getByRole('link', { name: 'Building meter' }).click()
  await page.getByRole('link', { name: 'Copy' }).click()
  const document = page.getByRole('textbox', { name: 'Document' })
  const write = (id: string) =>
    document.fill(
      JSON.stringify({
        parameters: [{ name: 'gates', type: 'integer', default: 2 }],
        resources: [
          { kind: 'site', key: 'yard', id: 'yard', properties: { name: 'Yard' } },
          { kind: 'site', id, count: 'gates', properties: { name: 'Gate {{index}}' } },
        ],
      }),
    )
  // The editor appears once the page has hydrated, and typed text is kept.
  await document.fill('{"resources": [{"kind": "gate", "id": "a"}]}')
  await page.getByRole('textbox', { name: 'Name' }).fill('Our gates')
  await page.getByRole('textbox', { name: 'Id' }).fill('gates')
  const submit = page.getByRole('button', { name: 'Create template' })
  await expect(page.getByRole('button', { name: /\/resources\/0\/kind/ })).toBeVisible()
  // Faults that only the server finds are marked in their line, too.
  await write('gate')
  await submit.click()
  await expect(page.getByRole('button', { name: /\/resources\/1\/id.*index/ })).toBeVisible()
  await write('gate-{{index}}')
  await submit.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our gates')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByRole('button', { name: 'Apply: create 3' }).click()
  await expect(page.getByText('Applied: created 3.')).toBeVisible()

  // Resources that a smaller plan leaves out are released after a confirmation.
  await page.getByLabel('gates').fill('1')
  await page.getByRole('button', { name: 'Show plan' }).click()
  await page.getByRole('button', { name: 'Apply: release 1' }).click()
  const question = page.getByRole('dialog', { name: 'Release 1 resource?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Apply: release 1' }).click()
  await question.getByRole('button', { name: 'Apply and release' }).click()
  await expect(page.getByText('Applied: released 1.')).toBeVisible()

  const headers = { 'X-Api-Key': product.demo.once.key }
  const renamed = await page.request.patch(`${product.api}/v2/site/gate-1`, {
    headers,
    data: { name: 'Main gate' },
  })
  expect(renamed.status()).toBe(200)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByTitle('name: Gate 1 → Main gate')).toBeVisible()
  await page.getByRole('button', { name: 'More actions for default' }).click()
  await page.getByRole('menuitem', { name: 'Forget…' }).click()
  await page.getByRole('button', { name: 'Forget application' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeHidden()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Gates of a yard')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Gates of a yard')).toBeVisible()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByRole('heading', { name: 'Templates', exact: true })).toBeVisible()
})

test('a fault of a row far up in a pasted list is in view once it is found', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(page)
  await page.goto(`${product.home}/templates/sluice.weather-station`)
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const dialog = page.getByRole('dialog')
  const rows = Array.from({ length: 60 }, (_, i) => `s-${i === 57 ? '?' : i}\tS ${i}\t${i}\t${i}`)
  await dialog.getByRole('textbox').fill(rows.join('\n'))
  await dialog.getByRole('button', { name: 'Use 60 rows' }).click()
  await page.getByRole('button', { name: 'Show plan' }).click()
  await expect(page.getByText(/^Row 58, id:/)).toBeInViewport()
})
