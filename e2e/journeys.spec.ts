import { expectAccessibleNow } from './accessible.ts'
import { ways } from './hands.ts'
import { joinAsNew, newOperator, newOrganization } from './joining.ts'
import { expect, test } from './journey.ts'
import { runSluice } from './product.ts'
import { startReceiver } from './receiver.ts'
import { refusedPartner, siteOfPartner } from './refused-partner.ts'

for (const [way, handsOf] of ways) {
  test(`the request log explains a refused call and adds the missing scope, ${way}`, async ({
    page,
    product,
    signIn,
    request,
  }) => {
    const { press } = handsOf(page)
    const { id, key } = await refusedPartner(request, product, `Refused partner ${way}`)
    await signIn(page)
    await page.goto(`${product.home}/requests?key=${id}`)
    await press(page.getByRole('button', { name: /^refused 2/ }))
    const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await press(page.getByRole('button', { name: /^telemetry.recent/ }))
    const drawer = page.getByRole('dialog', { name: 'telemetry.recent' })
    await expect(drawer.getByText(/404/)).toBeVisible()
    await expect(drawer.getByText('THING/daily-station/new-york-daily').first()).toBeVisible()
    await expect(drawer.getByText(siteOfPartner.resourceFilter)).toBeVisible()
    await expect(drawer.getByText('"X-Api-Key: $SLUICE_KEY"')).toContainText(
      '/v2/thing/new-york-daily/recent',
    )
    await press(drawer.getByRole('button', { name: 'Check again' }))
    await expect(drawer.getByText(/No, the answer would be 404/)).toBeVisible()
    await expectAccessibleNow(page)

    await press(drawer.getByRole('button', { name: 'Add this scope…' }))
    const dialog = page.getByRole('dialog', { name: 'Add this scope' })
    await expect(
      dialog.getByText('None of the calls from the last 7 days would be refused'),
    ).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toBeHidden()
    await press(drawer.getByRole('button', { name: 'Check again' }))
    await expect(drawer.getByText('Yes, it would be allowed')).toBeVisible()
    await expect(drawer.getByText('The key had')).toBeVisible()
    expect(await page.content()).not.toContain(key)
  })

  test(`the delivery log explains a failing webhook and redelivers an event, ${way}`, async ({
    page,
    product,
    signIn,
    request,
  }) => {
    const { press } = handsOf(page)
    const receiver = await startReceiver()
    // Other journeys delete things, too.
    const tests = () =>
      receiver.received.filter(({ body }) => body.includes('integration.test')).length
    try {
      receiver.answerWith(503)
      const headers = { 'X-Api-Key': product.demo.once.key }
      const name = `Stopped ${way}`
      const made = await request.post(`${product.api}/v2/integrations`, {
        headers,
        data: { name, url: receiver.url, eventTypes: ['thing.deleted'] },
      })
      expect(made.status()).toBe(201)
      const { id } = (await made.json()) as { id: string }
      const tested = await request.post(`${product.api}/v2/integration/${id}/test`, { headers })
      expect(tested.ok()).toBe(true)
      // A failed delivery is also retried after a while.
      await expect.poll(tests).toBeGreaterThanOrEqual(1)

      await signIn(page)
      await page.goto(product.home)
      await press(page.getByRole('link', { name: /integrations? (is|are) failing$/ }))
      await press(page.getByRole('link', { name }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByText(/^No delivery has succeeded since/)).toBeVisible()
      await press(page.getByRole('button', { name: /^integration\.test/ }))
      const drawer = page.getByRole('dialog', { name: 'integration.test' })
      await expect(drawer.getByText(/503/).first()).toBeVisible()
      receiver.answerWith(204)
      await press(drawer.getByRole('button', { name: 'Redeliver' }))
      await expect.poll(tests).toBeGreaterThanOrEqual(2)
      await expect(drawer.getByText('Delivered').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText(/^No delivery has succeeded since/)).toBeHidden()
    } finally {
      await receiver.stop()
    }
  })

  test(`a viewer can look everywhere and change nothing, ${way}`, async ({
    page,
    product,
    request,
  }) => {
    const { press } = handsOf(page)
    const headers = { 'X-Api-Key': product.demo.once.key }
    const own = await (await request.get(`${product.api}/v2/key`, { headers })).json()
    const email = `viewer-${way.replaceAll(' ', '-')}@sluice.example`
    const invited = await runSluice(
      product,
      ...['members', 'invite', email, '--organization', 'demo'],
    )
    await page.goto((invited as { link: string }).link)
    await joinAsNew(page, 'Vi', 'a dozen letters')
    const menu = page.getByRole('navigation').first()
    await press(menu.getByRole('link', { name: 'Keys', exact: true }))
    await press(page.getByRole('link', { name: own.name }).first())
    await press(page.getByRole('tab', { name: 'Overview' }).or(page.getByRole('tab').first()))
    await page.goto(`${product.home}/keys/${own.id}?tab=access`)
    await expect(page.getByRole('heading', { name: 'Would this be allowed?' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Edit|Rotate|Revoke|apply/ })).toHaveCount(0)
    await press(menu.getByRole('link', { name: 'Settings', exact: true }))
    await expect(page.getByText('Viewers cannot change the settings.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    // The server rejects the change, too.
    const forged = await page.request.post(`${product.console}/api/trpc/keys.revoke`, {
      headers: { 'Sec-Fetch-Site': 'same-origin', 'x-sluice-organization': 'demo' },
      data: { params: { keyId: own.id } },
    })
    expect(forged.status()).toBe(403)
    expect((await request.get(`${product.api}/v2/key`, { headers })).status()).toBe(200)
  })

  test(`an organization requests higher limits and an operator grants them, ${way}`, async ({
    browser,
    page,
    product,
  }) => {
    const own = handsOf(page)
    const id = `asks-${way.replaceAll(' ', '-')}`
    const home = await newOrganization(page, product, id)
    await page.goto(`${home}/limits`)
    await own.press(page.getByRole('button', { name: 'Request more…' }))
    const dialog = page.getByRole('dialog', { name: 'Request higher limits' })
    await own.fill(dialog.getByLabel('Requests a minute, standard'), '6000')
    await own.fill(dialog.getByLabel('Why'), '200 more stations')
    await own.press(dialog.getByRole('button', { name: 'Send request' }))
    const row = page.getByRole('row', { name: /200 more stations/ })
    await expect(row).toContainText('Open')

    const person = await newOperator(product, `operator-${id}@sluice.example`)
    const context = await browser.newContext()
    const desk = await context.newPage()
    const signedIn = await desk.request.post(`${product.console}/api/auth/sign-in/email`, {
      headers: { origin: product.console },
      data: person,
    })
    expect(signedIn.status()).toBe(204)
    await desk.goto(product.console)
    await expect(desk).toHaveURL(`${product.console}/operator/requests`)
    const operator = handsOf(desk)
    await operator.press(desk.getByRole('row', { name: new RegExp(id) }).getByRole('link'))
    await operator.fill(desk.getByLabel('Reason'), 'of course')
    await operator.press(desk.getByRole('button', { name: 'Grant' }))
    await expect(row).toContainText('Granted')
    await expect(page.getByText(/^6,000 a minute/).first()).toBeVisible()
    await context.close()
  })

  test(`200 trucks from a template are moved into a site, ${way}`, async ({ page, product }) => {
    const { press, fill, tick, pick, choose } = handsOf(page)
    const id = `fleet-${way.replaceAll(' ', '-')}`
    const home = await newOrganization(page, product, id)
    await page.goto(`${home}/sites`)
    await press(page.getByRole('main').getByRole('button', { name: 'Create site' }).first())
    const form = page.getByRole('dialog', { name: 'Create a site' })
    await fill(form.getByLabel('Name', { exact: true }), 'Oslo depot')
    await fill(form.getByLabel('Id', { exact: true }), 'oslo')
    await press(form.getByRole('button', { name: 'Create site' }))
    await expect(form).toBeHidden()

    await page.goto(`${home}/templates/sluice.cold-chain-truck`)
    await fill(page.getByLabel('Trucks', { exact: true }), '200')
    await press(page.getByRole('button', { name: 'Show plan' }))
    await press(page.getByRole('button', { name: /^Apply: create/ }))
    await expect(page.getByText(/^Applied: created/)).toBeVisible()

    await page.goto(`${home}/things`)
    await expect(page.getByRole('button', { name: 'All 200', exact: true })).toBeVisible()
    await tick(page.getByRole('checkbox').first())
    await press(page.getByRole('button', { name: 'All 200 that match' }))
    await press(page.getByRole('button', { name: 'Move…' }))
    const dialog = page.getByRole('dialog', { name: 'Move 200 things' })
    await pick(dialog.getByRole('radiogroup', { name: 'Site' }), 'Move into a site')
    await choose(dialog.getByRole('combobox', { name: 'New site' }), 'Oslo')
    await press(dialog.getByRole('button', { name: 'Plan', exact: true }))
    await expect(dialog.getByText('Site: none → oslo')).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Change 200 things' }))
    await expect(dialog.getByText('200 things changed.')).toBeVisible()
    await page.goto(`${home}/things?site=oslo`)
    await expect(page.getByRole('button', { name: 'All 200', exact: true })).toBeVisible()
  })
}
