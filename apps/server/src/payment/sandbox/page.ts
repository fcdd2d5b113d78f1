import { yuanOf } from '../amount.ts'
import type { SandboxOrder } from './memory.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page on which a person pays: what, how much, and two buttons. */
export function pageOf(order: SandboxOrder): string {
  const isOpen = order.state === 'created' && order.expiresAt > Date.now()
  const states = {
    created: isOpen ? ['待支付', 'To be paid'] : ['已过期', 'Expired'],
    paid: ['已支付', 'Paid'],
    closed: ['已关闭', 'Closed'],
    failed: ['支付失败', 'Failed'],
  } as const
  const [zh, en] = states[order.state]
  const acts = { pay: ['支付', 'Pay'], fail: ['失败', 'Fail'] } as const
  const buttons = Object.entries(acts).map(
    ([act, [zh, en]]) => `<button name="act" value="${act}">${zh} · ${en}</button> `,
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kabao sandbox</title>
<style>body{font:16px system-ui;max-width:24rem;margin:15vh auto;padding:0 1rem;text-align:center;color:#222}
b{display:block;font-size:2.2rem;margin:1rem}button{font:inherit;padding:.6rem 1.4rem;margin:.3rem;border-radius:.4rem;border:1px solid #888}
small{color:#666}</style>
<p>${escaped(order.subject)}</p><b>¥${yuanOf(order.amountFen)}</b><p>${zh} · ${en}</p>
<form method="post">${isOpen ? buttons.join('') : ''}</form><small>${escaped(order.orderNo)}</small></html>`
}
