import { expectAccessibleNow } from './accessible.ts'
import { joinAsNew } from './joining.ts'
import { expect, test } from './journey.ts'
import { runSluice } from './product.ts'
import { makeTrucks } from './trucks.ts'

test('a saved view is visible to other members, but not to other organizations', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const name = await makeTrucks(product, 'view')
  await signIn(page)
  await page.goto(`${product.home}/explore?fleet=${name}-fleet&from=now-4h&compare=1`)
  await expect(page.getByRole('table', { name: 'Lines of Cargo' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await dialog.getByLabel('Save this view as').fill(`Cold chain ${name}`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('link', { name: `Cold chain ${name}` })).toBeVisible()
  await expectAccessibleNow(page)

  const invite = ['members', 'invite', `${name}@sluice.example`, '--organization', 'demo']
  const invited = await runSluice(product, ...invite, '--role', 'viewer')
  const member = await (await browser.newContext()).newPage()
  await member.goto((invited as { link: string }).link)
  await joinAsNew(member, 'Vera', 'seven brave otters')
  await member.goto(`${product.home}/explore`)
  await member.getByRole('button', { name: 'Saved views' }).click()
  // A viewer can open views, but not save them.
  await expect(member.getByLabel('Save this view as')).toBeHidden()
  await expect(member.getByRole('button', { name: `Delete Cold chain ${name}` })).toBeHidden()
  await member.getByRole('link', { name: `Cold chain ${name}` }).click()
  await expect(member).toHaveURL(
    new RegExp(`fleet=${name}-fleet&metrics=cargo&from=now-4h&compare=1`),
  )
  await expect(member.getByRole('table', { name: 'Lines of Cargo' }).getByRole('row')).toHaveCount(
    6,
  )

  const create = ['organizations', 'create', '--id', `${name}-org`, '--name', 'Other']
  const made = await runSluice(product, ...create, '--admin', `${name}-other@sluice.example`)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto((made as { admin: { link: string } }).admin.link)
  await joinAsNew(stranger, 'Otto', 'seven brave otters')
  await stranger.goto(`${product.console}/o/${name}-org/explore`)
  await stranger.getByRole('button', { name: 'Saved views' }).click()
  await expect(stranger.getByText('No views yet.')).toBeVisible()

  await page.getByRole('button', { name: `Delete Cold chain ${name}` }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('link', { name: `Cold chain ${name}` })).toBeHidden()
})
