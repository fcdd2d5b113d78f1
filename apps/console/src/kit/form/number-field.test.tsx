import { type NumberKind, readNumber, writeNumber } from '@kabao/contract/kernel/number-text'
import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MoneyField, NumberField, PercentField, switchLanguage } from '#kit'
import { renderAt } from '#test/render.tsx'

beforeEach(() => {
  value = null
})
afterEach(() => switchLanguage('zh-CN'))

const fields = { whole: NumberField, money: MoneyField, percent: PercentField }
type Looks = Partial<ComponentProps<typeof NumberField>>
/** What a form would send. */
let value: number | null

/** A field with its value, and a button that sets another value from outside. */
function Held({ kind, looks }: { kind: NumberKind; looks: Looks }) {
  const [held, setHeld] = useState<number | null>(value)
  value = held
  const Field = fields[kind]
  return (
    <>
      <Field name="amount" label="Amount" value={held} onChange={setHeld} {...looks} />
      <button type="button" onClick={() => setHeld(7_700)}>
        Other
      </button>
    </>
  )
}
const show = async (kind: NumberKind, looks: Looks = {}) => {
  const { user, unmount } = await renderAt('/', [{ path: '/', element: <Held kind={kind} looks={looks} /> }])
  return { user, unmount, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }) }
}

/** Enters a text, leaves the field, and returns what is shown, what is sent, and whether the field has a fault. */
const entered = async (user: UserEvent, field: HTMLInputElement, text: string, by: 'type' | 'paste') => {
  await user.clear(field)
  await user.click(field)
  if (by === 'paste') await user.paste(text)
  else await user.keyboard(text.replace(/[{[]/g, '$&$&'))
  await user.tab()
  return { shown: field.value, sent: value, isWrong: field.getAttribute('aria-invalid') === 'true' }
}

test.each([
  ['1,234.50', '1,234.50', 123_450],
  ['1234.5', '1,234.50', 123_450],
  ['12。50', '12.50', 1_250],
  ['１２.５０', '12.50', 1_250],
  ['￥12', '12.00', 1_200],
  ['0', '0.00', 0],
])('an amount typed or pasted as “%s” is shown as %s', async (text, shown, sent) => {
  const { user, field } = await show('money')
  for (const by of ['type', 'paste'] as const)
    expect(await entered(user, field, text, by)).toEqual({ shown, sent, isWrong: false })
})

test.each([
  ['1,2345', '千分位逗号的位置不对，例如 1,234,567', 'A comma is in the wrong place. Write 1,234,567.'],
  ['1234.5.6', '小数点只能出现一次', 'Only one decimal sign is allowed'],
  ['-5', '不能为负数', 'Can’t be negative'],
  ['(5.00)', '请去掉括号', 'Leave out the parentheses'],
  ['1.2E+05', '请写出完整数字，不用科学计数法', 'Write the number out, without an exponent'],
  ['12万', '请写出完整数字，不用“万”等单位', 'Write the number out, without a unit such as 万 or k'],
  ['12.999', '请输入金额，最多两位小数', 'Enter an amount with at most two decimal places'],
  ['1,000.01', '须在 1.00 至 1,000.00 之间', 'Must be between 1.00 and 1,000.00'],
])('“%s” stays in its field with its fault once the focus has left', async (text, zh, en) => {
  const { user, field } = await show('money', { min: 100, max: 100_000 })
  for (const by of ['type', 'paste'] as const)
    expect(await entered(user, field, text, by)).toEqual({ shown: text, sent: Number.NaN, isWrong: true })
  screen.getByText(zh)
  await act(() => switchLanguage('en-US'))
  screen.getByText(en)
  await user.click(field)
  expect(screen.queryByText(en)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Other' }))
  expect([field.value, value, screen.queryByText(en)]).toEqual(['77.00', 7_700, null])
})

test('a fault shows while the field has the focus if its form was refused', async () => {
  const { user, field } = await show('whole', { error: '请输入整数' })
  await user.type(field, '1e3')
  screen.getByText('请写出完整数字，不用科学计数法')
})

test('the arrow keys and the buttons step by one within the bounds, and an empty field has no value', async () => {
  const { user, field } = await show('money', { max: 1_350 })
  await user.type(field, '11.5{ArrowUp}')
  expect([field.value, value]).toEqual(['12.50', 1_250])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(value).toBe(1_350)
  await user.keyboard('{ArrowDown}'.repeat(15))
  expect([field.value, value]).toEqual(['0.00', 0])
  const [up] = document.querySelectorAll('button[aria-hidden]')
  await user.click(up as Element)
  expect([value, document.activeElement]).toEqual([100, field])
  await user.clear(field)
  expect([field.value, value]).toEqual(['', null])
})

test('whatever is typed or pasted: what is shown is what is sent is what is meant, or a fault with the text', async () => {
  const marks = fc.constantFrom(...'0123456789.,，。．-+¥元%eE万() ５')
  const amounts = fc
    .record({ fen: fc.nat(1_000_000_000), form: fc.constantFrom('', ',', 'wide', '¥', '元') })
    .map(({ fen, form }) => {
      const text = writeNumber('money', fen)
      if (form === ',') return text
      if (form === 'wide')
        return text.replace(/[\d.,]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
      const plain = text.replaceAll(',', '')
      return form === '¥' ? `¥${plain}` : plain + form
    })
  const texts = fc.oneof(amounts, fc.string({ unit: marks, minLength: 1, maxLength: 8 }))
  for (const kind of ['money', 'percent', 'whole'] as const) {
    const { user, field, unmount } = await show(kind)
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const typed = await entered(user, field, text, 'type')
        expect(await entered(user, field, text, 'paste')).toEqual(typed)
        const meant = readNumber(kind, text)
        if ('fault' in meant) expect(typed).toEqual({ shown: text, sent: Number.NaN, isWrong: true })
        else {
          expect(typed).toEqual({ shown: writeNumber(kind, meant.value), sent: meant.value, isWrong: false })
          expect(readNumber(kind, typed.shown)).toEqual(meant)
        }
      }),
      { numRuns: 10 },
    )
    unmount()
  }
})
