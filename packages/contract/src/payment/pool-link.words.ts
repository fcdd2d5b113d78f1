import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { poolLinkMachine } from './pool-link-machine.ts'

/** The texts of the link pool. */
export const poolLinkWords = words('poolLink', {
  title: ['收款链接', 'Payment links'],
  batches: ['导入记录', 'Imports'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['编号', 'ID'],
    url: ['链接', 'Link'],
    productName: ['产品', 'Product'],
    collectionName: ['收款渠道', 'Collection channel'],
    amountFen: ['金额', 'Amount'],
    amountFrom: ['金额不低于（元）', 'Amount from (CNY)'],
    amountTo: ['金额不高于（元）', 'Amount to (CNY)'],
    expiresAt: ['有效期至', 'Valid until'],
    status: ['状态', 'Status'],
    orderId: ['订单号', 'Order'],
    assignedAt: ['分配时间', 'Assigned at'],
    fileName: ['来源文件', 'File'],
    batchId: ['导入编号', 'Import ID'],
    createdAt: ['导入时间', 'Imported at'],
    updatedAt: ['更新时间', 'Changed at'],
    updatedBy: ['更新人', 'Changed by'],
  },
  status: stateWords(poolLinkMachine),
  anyCollection: ['不限', 'Any'],
  noEnd: ['长期', 'No end'],
  hint: {
    url: ['完整链接', 'Full link'],
    orderId: ['完整订单号', 'Full order number'],
    product: ['产品名称', 'Product name'],
    collection: ['收款渠道名称', 'Channel name'],
  },
  action: {
    open: ['详情', 'Details'],
  },
  detail: {
    title: ['链接详情', 'Payment link'],
    orders: ['分配记录', 'Orders that had it'],
    none: ['尚未分配给订单', 'No order has had it'],
    until: ['{{at}} 退回', 'given back at {{at}}'],
    held: ['使用中', 'has it now'],
  },
  low: {
    title: ['“{{product}}”空闲链接不足', 'Few idle links for “{{product}}”'],
    text: [
      '产品“{{product}}”仅剩 {{idle}} 条空闲收款链接，低于预警线 {{alert}} 条，请导入新的链接。',
      '“{{product}}” has {{idle}} idle payment {{idle, link|links}} left, fewer than the alert of {{alert}}. Import new ones.',
    ],
  },
})
