import { signedCall } from './channel-call.ts'
import { menuLink, sideMenu } from './frame.ts'
import { type Installation, startInstallation } from './installation.ts'
import { partnerAddress, startPartner } from './partner.ts'
import { expect, freshPhone, type Locator, type Page, secret, test, tokenOf } from './product.ts'

/* A new customer finds the way from nothing to the first accepted person. */

/** The clicks that this may take. What is typed, with the key Enter, is not counted. */
const mostClicks = 20

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** What a channel knows of a person whom an organization can be found for. @param nth another person for each number up to 49 */
function person(nth: number) {
  const digits = `44030519900307${String(nth * 20 + 1).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return {
    phone: freshPhone(),
    idNumber: secret(`${digits}${'10X98765432'[sum % 11]}`),
    cityCode: '440305',
    name: '李想',
    gender: 'male',
    birthday: '1990-03-07',
    incomeBand: 'from5kTo10k',
    creditBand: 'from600To650',
    house: true,
    car: false,
    socialInsurance: true,
    housingFund: true,
    occupation: '工程师',
  }
}

const often = { intervals: [1_000] }

/** Clicks as a person does, and counts: every button, link and choice. */
function countClicks() {
  const clicked: Locator[] = []
  const on = async (target: Locator) => {
    clicked.push(target)
    await target.click()
  }
  return { on, clicked }
}

test('from an empty installation to the first accepted person, by the console and a signed call', async ({
  page,
  product,
}) => {
  const stopPartner = await startPartner()
  const installation = await startInstallation(product.dataDir)
  try {
    await setUp(page, installation)
  } finally {
    // It may still load parts of the page.
    await page.close()
    await installation.end()
    await stopPartner()
  }
})

async function setUp(page: Page, { origin, password, reviewer }: Installation) {
  const click = countClicks()
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  const form = page.getByRole('dialog')
  const open = async (section: string, name: string) => {
    await click.on(sideMenu(page).getByRole('button', { name: section, exact: true }))
    await click.on(menuLink(page, name))
  }
  const confirm = (name: string) => click.on(page.getByRole('alertdialog').getByRole('button', { name }))

  await page.goto(`${origin}/login`)
  await page.getByPlaceholder('用户名：admin').fill('admin')
  await page.getByPlaceholder('密码：admin').fill(password)
  await page.keyboard.press('Enter')
  const chosen = secret(`${password} chosen`)
  await page.getByLabel(/^当前密码/).fill(password)
  await page.getByLabel(/^新密码/).fill(chosen)
  await page.getByLabel(/^再次输入新密码/).fill(chosen)
  await page.keyboard.press('Enter')

  await open('渠道管理', '渠道列表')
  await click.on(button('添加渠道'))
  await form.getByLabel('渠道名称').fill('第一个渠道')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('单价')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('单价').fill('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/channel\/detail\?/)
  const channelPage = page.url()
  await click.on(button('创建正式密钥'))
  const once = page.getByRole('dialog', { name: /的 Secret$/ })
  const key = {
    secret: secret(await once.getByLabel('Secret', { exact: true }).inputValue()),
    key: /ck_[\w-]+/.exec((await once.textContent()) ?? '')?.[0] ?? '',
  }
  await click.on(button('我已妥善保存'))

  await open('机构管理', '机构列表')
  await click.on(button('添加机构'))
  await form.getByLabel('机构名称').press('Enter')
  await expect(form.getByLabel('机构名称')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('机构名称').fill('第一家机构')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/org\/detail\?/)
  const orgPage = page.url()

  await click.on(link('配置对接'))
  await click.on(page.getByRole('combobox', { name: '从内置模板开始' }))
  await click.on(page.getByRole('option', { name: 'JSON，MD5 签名' }))
  const address = page.getByLabel('请求地址')
  await address.fill(partnerAddress('first', 'submit'))
  await page.keyboard.press('Enter')
  // What is missing gets the focus: the address of the other stage, and then the secrets.
  await expect(page.getByText('这是示例地址，请填写对方的地址', { exact: true })).toBeVisible()
  await address.fill(partnerAddress('first', 'query'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('请填写密钥的值')).toHaveCount(2)
  for (const value of await page.getByLabel(/^密钥 /).all())
    await value.fill(secret(`the secret of the first partner ${Date.now()}`))
  await page.keyboard.press('Enter')
  await expect(page.getByText('有变更待他人审核')).toBeVisible()
  await reviewer.approveAll(page)
  await click.on(button('试用'))
  await expect(page.getByText('读取结果：已接受')).toBeVisible()
  await click.on(link('概况'))

  await click.on(button('充值'))
  await form.getByLabel('金额').fill('0')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('金额')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('金额').fill('1000')
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await reviewer.approveAll(page)
  await click.on(button('启用'))
  await confirm('启用')

  await click.on(link('添加计划'))
  await page.getByLabel('计划名称').fill('第一个计划')
  await page.keyboard.press('Enter')
  const price = page.getByRole('textbox', { name: '单价（元）', exact: true })
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('20')
  await click.on(button('保存并启动'))
  await expect(page.getByText('已启动', { exact: true })).toBeVisible()

  const id = new URL(channelPage).searchParams.get('id')
  const setup = { url: `${origin}/api/row/channel/${id}/setup`, headers: { token: await tokenOf(page) } }
  let brought = 0
  // A new plan gets people about a second after its start, so the channel goes on with another person.
  await expect
    .poll(async () => {
      const { headers, body } = signedCall(key, '/user', person(brought++))
      const answer = await page.request.post(`${origin}/open/user`, { headers, data: body })
      expect(await answer.json()).toMatchObject({ code: '0000' })
      return (await (await page.request.get(setup.url, setup)).json()).data.steps.person
    }, often)
    .toBe(true)
  await page.goto(channelPage)
  await expect(page.getByText('全部 4 步已完成')).toBeVisible()
  await page.goto(orgPage)
  await expect(page.getByText('全部 6 步已完成')).toBeVisible()
  expect(click.clicked.length).toBeLessThanOrEqual(mostClicks)
}
