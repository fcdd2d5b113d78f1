import { chromium } from 'playwright-core'

const base = process.argv[2]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const login = await (
  await fetch(`${base}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'admin' }),
  })
).json()
console.log(login.code)
const token = login.data.token
for (const [name, width, lang, dark] of [
  ['a', 1440, 'zh-CN', false],
  ['b', 1440, 'en-US', true],
  ['c', 390, 'zh-CN', true],
  ['d', 390, 'en-US', false],
]) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  await page.addInitScript(
    ([token, lang, dark]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('arco-locale', lang)
      if (dark) localStorage.setItem('arco-theme', 'dark')
    },
    [token, lang, dark],
  )
  const shot = async (path, what) => {
    await page.goto(base + path)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/team/r7/pool-${name}-${what}.png` })
  }
  await shot('/payConfig/pool-list', 'list')
  await shot('/payConfig/pool-list?tab=batches', 'batches')
  if (name === 'a' || name === 'd') {
    await shot('/payConfig/pool-list?open=5', 'detail')
    await shot('/payConfig/pool-list?import=open', 'import')
  }
  await page.close()
}
await browser.close()
