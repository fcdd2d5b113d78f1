import { codes } from '@kabao/contract/kernel/envelope'
import { org } from '@kabao/contract/supply/org'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { plainList, uvList } from '../lists.ts'
import { Connection } from './connection.tsx'
import { blankStage, type TemplateForm, toTemplate } from './form.ts'

const formWith = (value: string, more: Partial<TemplateForm> = {}): TemplateForm =>
  Object.assign(
    {
      secrets: [],
      maps: [],
      stages: {
        submit: Object.assign(blankStage(), {
          url: 'https://a.example.com/apply',
          fields: [{ name: 'mobile', value }],
        }),
      },
    },
    more,
  )
const stored = (version: number, form: TemplateForm | null = formWith('{{ phone }}')): OrgTemplate => ({
  template: form && toTemplate(form),
  version,
  secrets: [],
  previousSecrets: [],
  isWaiting: false,
  override: null,
  updatedBy: null,
  updatedAt: null,
  trialAnsweredAt: null,
})
const request = {
  method: 'POST' as const,
  url: 'https://a.example.com/apply',
  headers: {},
  body: '{"mobile":"138****8000"}',
  plain: '{"mobile":"138****8000"}',
}
const problem = (path: string, line: number | null, zh: string) => ({
  path,
  line,
  column: line,
  code: 'x',
  overridable: false,
  words: [zh, zh] as [string, string],
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  sessionStorage.clear()
  server = fakeServer()
  server.answer(org.shippedTemplates, () => [])
  server.answer(org.previewTemplate, () => ({ problems: [], request }))
  signIn('org:template', 'org:saveTemplate', 'org:tryTemplate')
})

async function opened(found = stored(1), search = '') {
  server.answer(org.template, () => found)
  const element = <Connection of={plainList} id="11" />
  const { user, router } = await renderAt(`/${search}`, [{ path: '/', element }])
  await screen.findByRole('button', { name: '保存模板' })
  return { user, router }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const nameField = () => screen.getByLabelText('对方的字段名')
const save = (user: Awaited<ReturnType<typeof opened>>['user']) =>
  user.click(screen.getByRole('button', { name: '保存模板' }))

test('a field of the form changes the template, which is previewed and saved', async () => {
  const { user } = await opened()
  await screen.findByText(/138\*\*\*\*8000/)
  type(nameField(), 'tel')
  await user.click(screen.getByRole('combobox', { name: /^转换/ }))
  await user.click(await screen.findByRole('option', { name: 'SHA-256' }))
  const template = toTemplate(formWith('{{ phone | sha256 }}'))
  const body = '{\n  "tel": {{ phone | sha256 }}\n}'
  await waitFor(() =>
    expect(server.calls(org.previewTemplate).at(-1)?.body).toMatchObject({
      template: { stages: { submit: { body } } },
    }),
  )
  server.answer(org.saveTemplate, () => stored(2))
  await save(user)
  await screen.findByText('模板已保存')
  const sent = server.calls(org.saveTemplate)[0]?.body
  expect(sent).toMatchObject({
    version: 1,
    template: { stages: { submit: { url: template.stages.submit?.url, body } } },
  })
})

test('a problem of the body stands at its field, one of another stage is marked at its tab, and neither is saved', async () => {
  const { user } = await opened()
  server.answer(org.previewTemplate, () => ({
    problems: [
      problem('stages.submit.body', 2, '没有过滤器 x'),
      problem('stages.check.url', null, '地址不对'),
    ],
    request: null,
  }))
  type(nameField(), 'tel')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: /^转换/ }).getAttribute('aria-invalid')).toBe('true'),
  )
  screen.getByText('2 处问题')
  expect(screen.getByRole('tab', { name: /^推送/ }).textContent).toContain('⚠')
  expect(screen.getByRole('tab', { name: /^撞库/ }).textContent).toContain('⚠')
  await save(user)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(org.saveTemplate)).toEqual([])
})

test('a secret without a value is told before a save, which leads to the field; that there is no stage, by the save', async () => {
  const secret = { name: 'appKey', kind: 'text' as const, encoding: 'utf8' as const }
  const { user } = await opened(stored(1, formWith('{{ phone }}', { secrets: [secret] })))
  await screen.findByText('密钥 appKey: 未设置')
  expect(screen.queryByText('没有问题')).toBeNull()
  await save(user)
  const field = await screen.findByLabelText('密钥 appKey')
  await screen.findByText('请填写密钥的值')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(server.calls(org.saveTemplate)).toEqual([])
  type(field, 'a-value')
  await screen.findByText('没有问题')
  server.answer(org.saveTemplate, () => stored(2))
  await save(user)
  await screen.findByText('模板已保存')
  expect(server.calls(org.saveTemplate)[0]?.body).toMatchObject({
    secrets: [{ name: 'appKey', value: 'a-value' }],
  })
  cleanup()
  server.answer(org.previewTemplate, () => ({
    problems: [problem('stages', null, '请至少配置一个环节')],
    request: null,
  }))
  const blank = await opened(stored(0, null))
  await screen.findByText('没有问题')
  expect(screen.queryByText(/请至少配置一个环节/)).toBeNull()
  await save(blank.user)
  expect((await screen.findAllByText(/请至少配置一个环节/)).length).toBe(2)
})

test('a new host is named with the review that it waits for', async () => {
  await opened()
  expect(screen.queryByText(/是新的主机/)).toBeNull()
  type(screen.getByLabelText(/^请求地址/), 'https://b.example.com/apply')
  await screen.findByText(/^b\.example\.com 是新的主机：保存后由他人审核才生效/)
})

test('Enter saves, once the address is not that of the example any more', async () => {
  const { user } = await opened()
  const address = screen.getByLabelText(/^请求地址/)
  type(address, 'https://partner.example/apply')
  await user.type(address, '{Enter}')
  await screen.findByText('这是示例地址，请填写对方的地址')
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
  expect(server.calls(org.saveTemplate)).toEqual([])
  type(address, 'https://b.example.com/apply')
  server.answer(org.saveTemplate, () => stored(2))
  await user.type(address, '{Enter}')
  await screen.findByText('模板已保存')
})

test('a first template that waits for a review is shown as soon as it is approved', async () => {
  const waiting = Object.assign(stored(0, null), { isWaiting: true })
  server.answer(org.previewTemplate, () => ({
    problems: [problem('stages', null, '请至少配置一个环节')],
    request: null,
  }))
  await opened(waiting)
  await screen.findByText('没有配置这个环节。')
  expect(screen.queryByText('请至少配置一个环节')).toBeNull()
  server.answer(org.template, () => stored(1))
  await waitFor(() => expect(nameField()).toHaveProperty('value', 'mobile'), { timeout: 8_000 })
}, 15_000)

test('a signature is chosen by its kind, and declares its secret', async () => {
  const { user } = await opened()
  await user.click(screen.getByRole('combobox', { name: /^签名方式/ }))
  await user.click(await screen.findByRole('option', { name: 'HMAC' }))
  await screen.findByText('密钥 appKey：未设置')
  await waitFor(() =>
    expect(server.calls(org.previewTemplate).at(-1)?.body).toMatchObject({
      template: {
        secrets: [{ name: 'appKey', kind: 'text' }],
        stages: { submit: { sign: { algorithm: 'hmacSha256', secret: 'appKey', over: 'sortedPairs' } } },
      },
    }),
  )
})

test('a template that says more than the form is edited as a whole', async () => {
  const template = toTemplate(formWith('{{ phone }}'))
  const submit = template.stages.submit as NonNullable<typeof template.stages.submit>
  const xml = Object.assign({}, template, {
    stages: { submit: Object.assign({}, submit, { content: 'xml', body: '<a/>' }) },
  })
  const { user, router } = await opened(Object.assign(stored(1), { template: xml }))
  await screen.findByText(/^这个模板超出表单能表示的内容/)
  await user.click(screen.getByRole('button', { name: '整个模板' }))
  expect(router.state.location.search).toContain('tab=text')
})

test('what somebody else saved meanwhile is shown, and what was typed stays', async () => {
  const { user } = await opened()
  type(nameField(), 'mine')
  server.answer(org.saveTemplate, ({ body: { version } }) =>
    version === 1
      ? refusal({ code: codes.conflict, desc: '内容已被他人修改', current: stored(2, formWith('"theirs"')) })
      : stored(3),
  )
  await save(user)
  await screen.findByText(/theirs/)
  expect(nameField()).toHaveProperty('value', 'mine')
  await user.click(screen.getByRole('button', { name: '保留我的，继续编辑' }))
  await save(user)
  await screen.findByText('模板已保存')
  expect(server.calls(org.saveTemplate).at(-1)?.body).toMatchObject({ version: 2 })
})

const shipped = {
  code: 'made',
  words: ['现成模板', 'Ready-made'] as [string, string],
  template: toTemplate(formWith('"shipped"')),
}

test('a shipped template fills the form, and replaces what was typed only after a question', async () => {
  server.answer(org.shippedTemplates, () => [shipped])
  const { user } = await opened()
  type(nameField(), 'mine')
  const answer = async (title: RegExp, button: string) => {
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await user.click(question.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  const begin = async () => {
    await user.click(screen.getByRole('combobox', { name: '从内置模板开始' }))
    await user.click(await screen.findByRole('option', { name: '现成模板' }))
  }
  await begin()
  await answer(/^用内置模板替换/, '取消')
  expect(nameField()).toHaveProperty('value', 'mine')
  await begin()
  await answer(/^用内置模板替换/, '继续')
  await waitFor(() => expect(nameField()).toHaveProperty('value', 'mobile'))
  expect(screen.getByLabelText('固定文本', { selector: 'input[name$=value]' })).toHaveProperty(
    'value',
    'shipped',
  )
  await user.click(screen.getByRole('button', { name: '移除这个环节' }))
  await answer(/^移除“推送”环节/, '取消')
  nameField()
  await user.click(screen.getByRole('button', { name: '移除这个环节' }))
  await answer(/^移除“推送”环节/, '继续')
  await screen.findByText('没有配置这个环节。')
})

test('what was typed is back after a reload without the secrets, and meets what somebody else saved', async () => {
  await opened()
  type(nameField(), 'mine')
  cleanup()
  const { user } = await opened(stored(2))
  await screen.findByText('已恢复上次没有保存的内容')
  expect(nameField()).toHaveProperty('value', 'mine')
  server.answer(org.saveTemplate, () => stored(2))
  await save(user)
  await screen.findByText('模板已保存')
  expect(server.calls(org.saveTemplate).at(-1)?.body).toMatchObject({ version: 1 })
  cleanup()
  await opened()
  expect(screen.queryByText('已恢复上次没有保存的内容')).toBeNull()
})

test('what was typed is gone after it was discarded', async () => {
  await opened()
  type(nameField(), 'mine')
  cleanup()
  const { user } = await opened()
  await user.click(await screen.findByRole('button', { name: '放弃，使用已保存的模板' }))
  expect(nameField()).toHaveProperty('value', 'mobile')
})

test('a trial shows its request beside the answer, stays while one edits, and asks for a save first', async () => {
  server.answer(org.tryTemplate, () => ({
    request,
    kind: 'answer' as const,
    why: null,
    status: 200,
    ms: 12,
    headers: { 'x-trace': 't-1' },
    body: '{"code":"0"}',
    reading: { outcome: 'accepted' as const, notes: [], externalId: 'P-7' },
  }))
  const { user } = await opened()
  const run = screen.getByRole('button', { name: '试用' })
  await user.click(run)
  await screen.findByText(/^HTTP 200，12 毫秒/)
  screen.getByText('读取结果：已接受')
  screen.getByText('externalId: P-7')
  screen.getByText(/x-trace: t-1/)
  expect(server.calls(org.tryTemplate)).toMatchObject([{ body: { stage: 'submit', address: null } }])
  await screen.findByText(/^上次成功读取应答/)
  type(nameField(), 'other')
  screen.getByText('读取结果：已接受')
  expect(run).toHaveProperty('disabled', true)
  screen.getByText('请先保存再试用')
})

test('a joint organization begins with its joint login', async () => {
  signIn('orgUv:template')
  server.answer(uvList.calls.template, () => stored(0, null))
  server.answer(uvList.calls.shippedTemplates, () => [])
  server.answer(uvList.calls.previewTemplate, () => ({ problems: [], request: null }))
  await renderAt('/', [{ path: '/', element: <Connection of={uvList} id="11" /> }])
  const tab = await screen.findByRole('tab', { name: /^联登/ })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})
