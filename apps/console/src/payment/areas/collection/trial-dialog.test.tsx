import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import TrialDialog from './trial-dialog.tsx'

const trial = { orderNo: 'TEST1', amountFen: 1, works: false, pay: null, calls: [] }

test.each([
  ['keys', '渠道不可用：渠道的密钥无法使用'],
  ['says: 系统繁忙: 稍后再试', '渠道不可用：支付机构未能确定结果: 系统繁忙: 稍后再试'],
  ['ACQ.INVALID_PARAMETER: 参数无效', '渠道不可用：ACQ.INVALID_PARAMETER: 参数无效'],
])('why a channel does not work (%s) is said in the reader’s language', async (reason, said) => {
  await renderAt('/', [
    {
      path: '/',
      element: <TrialDialog name="微信一" trial={{ ...trial, reason }} onClose={() => undefined} />,
    },
  ])
  expect((await screen.findByRole('status')).textContent).toBe(said)
  expect(screen.queryByText(/由浏览器提交/)).toBeNull()
})
