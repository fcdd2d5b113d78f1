import { lead as api } from '@kabao/contract/crm/lead'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { codes } from '@kabao/contract/kernel/envelope'
import { batch } from '@kabao/contract/operations/batch'
import { setting } from '@kabao/contract/operations/setting'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { leadDetail, leadRow } from '#test/lead.ts'
import { renderAt, signIn } from '#test/render.tsx'
import LeadPage from './page.tsx'

const all = [
  ...['page', 'claim', 'assign', 'transfer', 'release', 'protect', 'followUp', 'convert', 'invalidate'],
  ...['reveal', 'create', 'update'],
].map((act) => `lead:${act}`)
const waiting = leadRow({
  id: '12',
  name: '王*',
  salesmanId: null,
  salesmanName: null,
  isMine: false,
  stage: 'new',
})

let server: ReturnType<typeof fakeServer>
let rows: LeadRow[]
let isOwnScope: boolean
beforeEach(() => {
  rows = [leadRow(), waiting]
  isOwnScope = false
  server = fakeServer()
  server.answer(api.page, ({ body }) => ({
    records: rows,
    total: rows.length,
    current: body.current,
    size: body.size,
  }))
  server.answer(api.get, ({ params }) =>
    params.id === '12'
      ? leadDetail({ ...waiting, can: { claim: true, work: false, assign: true } })
      : leadDetail(),
  )
  // Its address is also that of the details of a lead, so it comes after them.
  server.answer(api.counts, () => ({
    new: 1,
    contacted: 12_000,
    interested: 3,
    applied: 4,
    converted: 5,
    invalid: 6,
    waiting: 7,
    mine: 8,
    isOwnScope,
  }))
  server.answer(api.timeline, () => ({
    events: [
      {
        key: 'b 1',
        at: '2026-03-02T00:00:00.000Z',
        kind: 'followUp' as const,
        way: 'call' as const,
        content: '已说明产品',
        result: 'reached' as const,
        nextAt: null,
        by: '李敏',
        fileIds: [],
        salesmanName: '陈晓',
      },
    ],
    next: null,
  }))
  server.answer(api.board, ({ body }) => {
    const cards = rows.filter(({ stage }) => stage === body.stage)
    return { cards, next: null, total: cards.length }
  })
})
const show = (address = '/', ...points: string[]) => {
  signIn(...(points.length > 0 ? points : all))
  return renderAt(address, [{ path: '/', Component: LeadPage }])
}
const panel = () => screen.findByRole('dialog', { name: '线索详情' })
/** Chooses an act that the details have in their menu. */
const chooseAct = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) => {
  const dialog = within(await panel())
  await user.click(await dialog.findByRole('button', { name: '其他操作' }))
  await user.click(await dialog.findByRole('menuitem', { name }))
}

describe('the list', () => {
  test('shows the filters of the address, and the number of leads by stage and by place', async () => {
    const { user } = await show('/?stage=contacted&mine=true&late=true')
    await screen
      .findByText('138****1234', { selector: 'td *, td' })
      .catch(() => screen.findAllByText('138****1234'))
    expect(server.calls(api.page)[0]?.body).toMatchObject({ stage: 'contacted', mine: true, late: true })
    const stages = within(screen.getByRole('group', { name: '按阶段查看' }))
    await stages.findByRole('button', { name: /已联系 ?10,000\+/ })
    const places = within(screen.getByRole('group', { name: '按归属查看' }))
    expect(places.getByRole('button', { name: /我的线索 ?8/ }).getAttribute('aria-pressed')).toBe('true')
    await user.click(places.getByRole('button', { name: /线索池 ?7/ }))
    await waitFor(() => expect(server.calls(api.page).at(-1)?.body).toMatchObject({ place: 'waiting' }))
    expect(server.calls(api.page).at(-1)?.body.mine).toBeUndefined()
  })

  test('several are claimed; each that is refused is named with its sentence', async () => {
    server.answer(api.claimMany, () => ({ done: 1, refused: [{ id: '12', reason: '这条线索已被他人领取' }] }))
    const { user } = await show()
    await user.click(await screen.findByRole('checkbox', { name: '选择第 2 行' }))
    await user.click(screen.getByRole('button', { name: '批量领取' }))
    const dialog = await screen.findByRole('dialog', { name: '批量领取' })
    await user.click(within(dialog).getByRole('button', { name: '批量领取' }))
    await waitFor(() => expect(server.calls(api.claimMany)[0]?.body).toEqual({ ids: ['12'] }))
    await screen.findByText('这条线索已被他人领取')
    within(dialog).getByText('王*')
    await user.click(within(dialog).getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
  })

  test('all that match are given to a salesman after a count; those that refuse are told by their reason', async () => {
    const reason = '销售“林静”持有的线索已达上限'
    server.answer(api.page, ({ body }) => ({
      records: rows,
      total: 30,
      current: body.current,
      size: body.size,
    }))
    server.answer(batch.mine, () => [])
    server.answer(api.assignCount, () => ({ count: 29, others: 1, mark: '12.5' }))
    server.answer(api.salesmen, () => [
      { id: '2', name: '林静', code: null, hint: null, status: 'enabled' as const },
    ])
    server.answer(api.assignMatching, () => ({
      done: 27,
      batch: null,
      refused: [
        { id: '12', reason },
        { id: '99', reason },
      ],
    }))
    const { user } = await show('/?stage=new', ...all, 'lead:assignMatching')
    await user.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
    await user.click(await screen.findByRole('button', { name: /选择符合条件的全部 30 条/ }))
    expect(screen.queryByRole('button', { name: '退回线索' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: '分配线索' }))
    const dialog = await screen.findByRole('dialog', { name: '分配符合条件的 29 条线索？' })
    within(dialog).getByText(/另有 1 条符合条件/)
    await user.click(within(dialog).getByRole('button', { name: '分配线索（29）' }))
    expect(server.calls(api.assignMatching)).toEqual([])
    await user.click(within(dialog).getByRole('combobox', { name: '销售' }))
    await user.click(await screen.findByRole('option', { name: '林静' }))
    await user.click(within(dialog).getByRole('button', { name: '分配线索（29）' }))
    await waitFor(() =>
      expect(server.calls(api.assignMatching)[0]?.body).toEqual({
        filter: { stage: 'new' },
        count: 29,
        mark: '12.5',
        salesmanId: '2',
        reason: '',
      }),
    )
    await within(dialog).findByText(reason)
    within(dialog).getByText(/（2 条）/)
    within(dialog).getByText(/王\* 99/)
  })

  test('a message of a batch leads to what it could not do, with the leads', async () => {
    const at = '2026-03-01T00:00:00.000Z'
    server.answer(batch.get, () => ({
      id: '5',
      act: 'lead.release' as const,
      status: 'done' as const,
      total: 400,
      done: 250,
      refused: 150,
      failure: null,
      createdAt: at,
      finishedAt: at,
    }))
    server.answer(batch.refusals, () => [{ reason: '这条线索已结束', count: 150, ids: ['11'] }])
    const { user } = await show('/?batch=5')
    const dialog = await screen.findByRole('dialog', { name: '退回线索' })
    within(dialog).getByText(/另有 149 条/)
    await user.click(within(dialog).getByRole('link', { name: '11' }))
    await panel()
  })

  test('the page of somebody with the data scope of a salesman carries a watermark', async () => {
    isOwnScope = true
    await show()
    await waitFor(() =>
      expect(document.querySelector('[data-watermark]')?.textContent).toContain('李敏 · li'),
    )
  })
})

describe('the details', () => {
  test('what was typed stays after a refusal, and is sent again by Ctrl+Enter', async () => {
    let isRefused = true
    server.answer(api.followUp, () =>
      isRefused ? refusal({ code: codes.conflict, desc: '这条线索已结束' }) : leadDetail({ version: 2 }),
    )
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await within(dialog).findByText(/已说明产品/)
    const text = await within(dialog).findByRole('textbox', { name: /跟进内容/ })
    await user.click(within(dialog).getByRole('button', { name: '保存跟进' }))
    await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'))
    expect(server.calls(api.followUp)).toHaveLength(0)
    await user.type(text, '客户明天再看')
    await user.click(within(dialog).getByRole('radio', { name: '未接通' }))
    await user.click(within(dialog).getByRole('button', { name: '明天 10:00' }))
    await user.click(within(dialog).getByRole('button', { name: '保存跟进' }))
    await screen.findByText('这条线索已结束')
    expect(text).toHaveProperty('value', '客户明天再看')
    isRefused = false
    await user.click(text)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(text).toHaveProperty('value', ''))
    expect(server.calls(api.followUp).at(-1)?.body).toMatchObject({
      way: 'call',
      result: 'noAnswer',
      content: '客户明天再看',
      fileIds: [],
      nextAt: expect.any(String),
    })
  })

  test('the phone is shown after a reason, under a watermark, and the follow-up is next', async () => {
    server.answer(setting.open, () => ({}) as never)
    server.answer(api.reveal, () => ({ phone: '13800001234', name: '李丽', left: 8 }))
    const { user } = await show('/?open=11')
    const dialog = await panel()
    await user.click(await within(dialog).findByRole('button', { name: '拨打电话' }))
    const call = await screen.findByRole('dialog', { name: /查看手机号并拨打/ })
    await user.click(within(call).getByRole('button', { name: '查看手机号' }))
    expect(server.calls(api.reveal)).toHaveLength(0)
    await user.click(within(call).getByRole('button', { name: '按约回访' }))
    await user.click(within(call).getByRole('button', { name: '查看手机号' }))
    await within(call).findByText('13800001234')
    expect(server.calls(api.reveal)[0]?.body).toEqual({ reason: '按约回访' })
    expect(document.querySelector('[data-watermark]')?.textContent).toContain('李敏')
    // Copying needs a permission of its own.
    expect(within(call).queryByRole('button', { name: '复制手机号' })).toBeNull()
    await user.click(within(call).getByRole('button', { name: '写跟进' }))
    await waitFor(() => expect(screen.queryByText('13800001234')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('content'))
  })

  test('a lead that waits offers to claim and to assign it, and nothing that needs a salesman', async () => {
    server.answer(api.claim, () => leadDetail({ id: '12' }))
    const { user } = await show('/?open=12')
    const dialog = await panel()
    await user.click(await within(dialog).findByRole('button', { name: '其他操作' }))
    const menu = within(dialog).getByRole('menu')
    within(menu).getByRole('menuitem', { name: '分配' })
    for (const name of ['拨打电话', '退回', '转移', '成交'])
      for (const role of ['button', 'menuitem']) expect(within(dialog).queryByRole(role, { name })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: '领取' }))
    await screen.findByText('已领取')
    expect(server.calls(api.claim)).toHaveLength(1)
  })

  test('an act that asks for a reason is not sent without one', async () => {
    server.answer(api.release, () => leadDetail())
    const { user } = await show('/?open=11')
    await chooseAct(user, '退回')
    const dialog = await screen.findByRole('dialog', { name: /退回线索池/ })
    await user.click(within(dialog).getByRole('button', { name: '退回' }))
    const reason = within(dialog).getByRole('textbox', { name: /原因/ })
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    await user.type(reason, '没有意向')
    await user.click(within(dialog).getByRole('button', { name: '退回' }))
    await waitFor(() => expect(server.calls(api.release)[0]?.body).toEqual({ reason: '没有意向' }))
  })
})

describe('the board', () => {
  const column = (name: string) => within(screen.getByRole('region', { name }))

  test('a card is moved by the keyboard, at once', async () => {
    server.answer(api.setStage, ({ body }) => {
      rows = [leadRow({ stage: body.stage, version: 2 }), waiting]
      return leadDetail({ stage: body.stage })
    })
    const { user } = await show('/?look=board')
    const card = await screen.findByRole('button', { name: '李*' })
    card.focus()
    await user.keyboard(' ')
    await screen.findByText('已拿起 李*，当前阶段：已联系')
    await user.keyboard('{ArrowRight}')
    await screen.findByText('李* 将移到 有意向')
    await user.keyboard(' ')
    await waitFor(() => column('有意向').getByRole('button', { name: '李*' }))
    await screen.findByText('李* 已移到 有意向')
    expect(server.calls(api.setStage)[0]?.body).toEqual({ stage: 'interested' })
    expect(column('已联系').queryByRole('button', { name: '李*' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    await screen.findByText('已撤销，李* 回到 已联系')
    await waitFor(() => column('已联系').getByRole('button', { name: '李*' }))
    expect(server.calls(api.setStage)[1]?.body).toEqual({ stage: 'contacted' })
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })

  test('a move that cannot be undone says why', async () => {
    server.answer(api.setStage, ({ body }) => {
      if (body.stage === 'contacted') return refusal({ code: codes.conflict, desc: '这条线索已结束' })
      rows = [leadRow({ stage: body.stage, version: 2 }), waiting]
      return leadDetail({ stage: body.stage })
    })
    const { user } = await show('/?look=board')
    const card = await screen.findByRole('button', { name: '李*' })
    card.focus()
    await user.keyboard(' {ArrowRight} ')
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await screen.findByText('未能撤销，李* 留在 有意向：这条线索已结束')
    await waitFor(() => column('有意向').getByRole('button', { name: '李*' }))
  })

  test('a card says what is late, and the names of its region are not broken', async () => {
    rows = [
      leadRow({ nextFollowAt: '2026-01-01T00:00:00.000Z', cityName: '广东省 深圳市 南山区' }),
      leadRow({ id: '12', name: '王*', nextFollowAt: '2999-01-01T00:00:00.000Z' }),
    ]
    await show('/?look=board')
    const late = await screen.findByRole('button', { name: '李*，跟进已超时' })
    expect(late.querySelector('[data-late]')?.textContent).toMatch(/^超时 /)
    // Each of these names is one piece.
    for (const name of ['广东省', '深圳市', '南山区']) within(late).getByText(name)
    expect(screen.getByRole('button', { name: '王*' }).querySelector('[data-late]')).toBeNull()
  })

  test('a card whose move is refused is back where it was', async () => {
    server.answer(api.setStage, () => refusal({ code: codes.conflict, desc: '这条线索已结束' }))
    const { user } = await show('/?look=board')
    const card = await screen.findByRole('button', { name: '李*' })
    card.focus()
    await user.keyboard(' {ArrowRight} ')
    await screen.findByText('未能移动，李* 回到 已联系：这条线索已结束')
    await waitFor(() => column('已联系').getByRole('button', { name: '李*' }))
  })

  test('a card that is moved twice is moved in this order, and stays where the second move puts it', async () => {
    const held: (() => void)[] = []
    server.answer(api.setStage, async ({ body }) => {
      await new Promise<void>((resolve) => held.push(resolve))
      rows = [leadRow({ stage: body.stage, version: 2 }), waiting]
      return leadDetail({ stage: body.stage })
    })
    const { user } = await show('/?look=board')
    const move = async (keys: string) => {
      const card = await screen.findByRole('button', { name: '李*' })
      card.focus()
      await user.keyboard(keys)
    }
    await move(' {ArrowRight} ')
    await waitFor(() => column('有意向').getByRole('button', { name: '李*' }))
    await move(' {ArrowRight} ')
    await waitFor(() => column('已申请').getByRole('button', { name: '李*' }))
    await waitFor(() => expect(held).toHaveLength(1))
    expect(server.calls(api.setStage)).toHaveLength(1)

    // The answer of the first move does not put the card back.
    const stages: string[] = []
    const between = screen.getByRole('region', { name: '有意向' })
    const observer = new MutationObserver(() => {
      if (within(between).queryByRole('button', { name: '李*' })) stages.push('有意向')
    })
    observer.observe(document.body, { childList: true, subtree: true })
    onTestFinished(() => observer.disconnect())
    held.shift()?.()
    await waitFor(() => expect(held).toHaveLength(1))
    held.shift()?.()
    await waitFor(() => expect(rows[0]?.stage).toBe('applied'))
    await screen.findByText('李* 已移到 已申请')
    column('已申请').getByRole('button', { name: '李*' })
    expect(server.calls(api.setStage).map(({ body }) => body.stage)).toEqual(['interested', 'applied'])
    expect(stages).toEqual([])
  })

  test('Esc puts a card back, and a lead that waits is not moved', async () => {
    const { user } = await show('/?look=board')
    const card = await screen.findByRole('button', { name: '李*' })
    card.focus()
    await user.keyboard(' {ArrowRight}{Escape}')
    await screen.findByText('已取消，李* 留在 已联系')
    screen.getByRole('button', { name: '王*' }).focus()
    await user.keyboard(' ')
    await screen.findByText('只有正在跟进的线索可以移动')
    expect(server.calls(api.setStage)).toHaveLength(0)
  })

  test('a lead is won with a reason', async () => {
    server.answer(api.convert, () => leadDetail({ stage: 'converted' }))
    const { user } = await show('/?look=board')
    const card = await screen.findByRole('button', { name: '李*' })
    card.focus()
    await user.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight} ')
    const dialog = await screen.findByRole('dialog', { name: /标记成交/ })
    await user.type(within(dialog).getByRole('textbox', { name: /原因/ }), '已放款')
    await user.click(within(dialog).getByRole('button', { name: '成交' }))
    await waitFor(() => expect(server.calls(api.convert)[0]?.body).toEqual({ reason: '已放款' }))
  })
})

test('a lead that is there already is said so, with a link if it is in sight', async () => {
  server.answer(api.create, () => ({ id: '11', isNew: false }))
  server.answer(api.pools, () => [
    { id: '1', name: '公海', code: null, hint: null, status: 'enabled' as const },
  ])
  const { user } = await show('/?add=open')
  const dialog = await screen.findByRole('dialog', { name: '添加线索' })
  await user.type(within(dialog).getByRole('textbox', { name: /手机号/ }), '13800001234')
  await user.click(await within(dialog).findByRole('combobox', { name: /线索池/ }))
  await user.click(await screen.findByRole('option', { name: /公海/ }))
  await user.click(within(dialog).getByRole('button', { name: '添加' }))
  await user.click(await within(dialog).findByRole('button', { name: '查看这条线索' }))
  await panel()
})
