import { EditorView } from '@codemirror/view'
import { collection } from '@kabao/contract/payment/collection'
import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { AnswersProvider, KitProvider } from '#kit'
import { writeTemplate } from '#partners'
import { fakeServer } from '#test/fake-server.ts'
import { signIn } from '#test/render.tsx'
import { blankTemplate } from './blank.ts'
import { TemplateSection } from './template-section.tsx'

const request = {
  method: 'POST' as const,
  url: 'https://bank.example.com/pay',
  headers: {},
  body: '{"a":1}',
  plain: '{"a":1}',
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.answer(collection.shippedTemplates, () => [])
  server.answer(collection.previewTemplate, () => ({ problems: [], request }))
  signIn('collection:page')
})

let typed = ''
function Sample({ first, refused }: { first: string; refused: Record<string, string> }) {
  const [value, setValue] = useState(first)
  typed = value
  return <TemplateSection value={value} onChange={setValue} refused={refused} />
}
function show(first = writeTemplate(blankTemplate()), refused: Record<string, string> = {}) {
  render(
    <KitProvider>
      <AnswersProvider>
        <Sample first={first} refused={refused} />
      </AnswersProvider>
    </KitProvider>,
  )
}
const template = () => JSON.parse(typed) as PaymentTemplate
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const tab = (name: RegExp) =>
  screen.getAllByText(name).flatMap((text) => text.closest('[role=tab]') ?? [])[0] as HTMLButtonElement

test('a blank template is begun, and its fields write one path each', async () => {
  show('')
  fireEvent.click(screen.getByText('从空白模板开始'))
  type(await screen.findByLabelText(/^请求地址/), 'https://bank.example.com/pay')
  expect(template().stages.create).toEqual({
    ...blankTemplate().stages.create,
    url: 'https://bank.example.com/pay',
  })
  await screen.findByText(/POST https:\/\/bank\.example\.com\/pay/)
  await waitFor(() =>
    expect(server.calls(collection.previewTemplate).at(-1)?.body.template).toEqual(template()),
  )

  fireEvent.click(tab(/^查询订单/))
  fireEvent.click(await screen.findByText('添加规则'))
  const rule = within(screen.getByLabelText('规则 2'))
  type(rule.getByLabelText(/^路径/), '$.status')
  await userEvent.type(rule.getByLabelText(/^等于其中之一/), 'done,')
  expect(template().stages.query?.reply.outcomes[1]).toEqual({
    when: [{ path: '$.status', is: ['done'] }],
    outcome: 'paid',
  })

  fireEvent.click(tab(/^支付通知/))
  fireEvent.click(await screen.findByLabelText('支付机构会发送通知'))
  await screen.findByText('支付机构不发送通知。')
  expect(template().callback).toBeNull()
})

test('a problem stands at its field, and its tab is marked', async () => {
  server.answer(collection.previewTemplate, () => ({
    problems: [
      {
        path: 'stages.create.body',
        line: 2,
        column: 1,
        code: 'field',
        overridable: false,
        words: ['没有字段 x', 'There is no field x'] as const,
      },
    ],
    request: null,
  }))
  show()
  const body = await screen.findByLabelText('报文（Liquid）')
  await waitFor(() => expect(body.getAttribute('aria-invalid')).toBe('true'))
  screen.getByText('第 2 行：没有字段 x')
  expect(tab(/^下单/).textContent).toContain('⚠')
})

/** The editor of the JSON, which is in a shadow tree. */
const editor = () => {
  for (const { shadowRoot } of document.querySelectorAll('div')) {
    const view = shadowRoot && EditorView.findFromDOM(shadowRoot as unknown as HTMLElement)
    if (view) return view
  }
  throw new Error('there is no editor')
}
const write = (insert: string) =>
  act(() => {
    const view = editor()
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input' })
  })

test('JSON that is wrong names the line or the part, and the other tabs wait until it is right', async () => {
  show()
  fireEvent.click(tab(/^JSON/))
  const right = typed
  await waitFor(() => expect(editor().state.doc.toString()).toBe(right))
  write('{\n  "secrets" 1\n}')
  screen.getByText('第 2 行：不是正确的 JSON')
  expect(tab(/^下单/).disabled).toBe(true)
  write('{"stages": 5}')
  expect(screen.getAllByText(/^第 1 行：secrets: /).length).toBeGreaterThan(0)
  write(right)
  expect(tab(/^下单/).disabled).toBe(false)
})

test('what a save refuses opens the tab of the part', async () => {
  show(undefined, { 'template.callback.refund': '路径不正确' })
  await screen.findByText('路径不正确')
  expect(tab(/^支付通知/).getAttribute('aria-selected')).toBe('true')
})
