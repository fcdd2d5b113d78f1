import { enter, expect, test } from './product.ts'

test('amounts', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await enter(page, '/finance/recharge')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(recharge|plan)$/.test(request.url()))
      sent.push(request.postData() ?? '')
  })
  for (const [language, add, save] of [
    ['zh-CN', '提交充值', '保存'],
    ['en-US', 'File a recharge', 'Save'],
  ] as const) {
    await page.evaluate((to) => localStorage.setItem('arco-locale', to), language)
    await page.goto('/finance/recharge')
    await page.getByRole('button', { name: add }).click()
    const form = page.getByRole('dialog')
    const amount = form.locator('input[name=amountFen]')
    const seen: string[][] = []
    for (const text of [
      '1,234',
      '12。50',
      '1e3',
      '-5',
      '(5.00)',
      '1.2E+05',
      '12万',
      '1234.5.6',
      '12.999',
      '１２.５０',
      '1,2345',
      '1,234.50',
    ]) {
      await amount.fill('')
      await amount.pressSequentially(text)
      await amount.press('Tab')
      const typed = await amount.inputValue()
      await amount.fill('')
      await amount.focus()
      await page.evaluate((text) => document.execCommand('insertText', false, text), text)
      await amount.press('Tab')
      seen.push([
        text,
        typed,
        await amount.inputValue(),
        (await form.locator('.mantine-InputWrapper-error').allTextContents()).join('|'),
      ])
    }
    console.log(language, JSON.stringify(seen, null, 1))
    await amount.fill('10')
    await amount.press('ArrowUp')
    expect(await amount.inputValue()).toBe('11.00')
    await amount.fill('1,2345')
    await form.getByRole('button', { name: save }).click()
    await expect(amount).toBeFocused()
    await page.screenshot({ path: `/tmp/am-recharge-${language}.png` })
    await page.goto('/plan/list')
    await page
      .getByRole('button', { name: /添加|Add|新/ })
      .first()
      .click()
    const plan = page.getByRole('dialog')
    const wrong: Record<string, string> = {
      priceFen: '12万',
      priceMinFen: '1e3',
      priceMaxFen: '1234.5.6',
      priority: '101',
      ageFrom: '18.5',
      ageTo: '-1',
    }
    for (const [name, text] of Object.entries(wrong)) await plan.locator(`input[name=${name}]`).fill(text)
    await plan.getByRole('button', { name: save, exact: true }).click()
    await page.waitForTimeout(500)
    console.log(language, await page.evaluate(() => (document.activeElement as HTMLInputElement).name))
    await plan.locator('input[name=priceFen]').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `/tmp/am-plan-${language}.png` })
    await plan.locator('input[name=ageTo]').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `/tmp/am-plan2-${language}.png` })
    await page.keyboard.press('Escape')
  }
  console.log('sent', sent)
})
