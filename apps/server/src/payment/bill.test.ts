import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readAlipayBill } from './bill/alipay.ts'
import { decimalOf } from './bill/columns.ts'
import { readPlainBill } from './bill/plain.ts'
import { readWechatBill } from './bill/wechat.ts'
import { type BillLine, BillProblem } from './provider.ts'

type Reader = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<BillLine>

async function* inPieces(bytes: Buffer, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(reader: Reader, bytes: Buffer | string, size?: number): Promise<BillLine[]> {
  const lines: BillLine[] = []
  for await (const line of reader(inPieces(Buffer.from(bytes as Buffer), size))) lines.push(line)
  return lines
}

const problemOf = (reader: Reader, bytes: Buffer | string) =>
  read(reader, bytes, 1_000).then(
    () => 'read',
    (error: unknown) => {
      if (!(error instanceof BillProblem)) throw error
      return `${error.code} ${error.line} ${error.column}`.trim()
    },
  )

function zipped(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)))
    zip.outputStream.on('error', reject)
  })
}

const alipayHead =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/退款请求号,服务费（元）,分润（元）,备注'
const alipayRow = (kind: string, amount: string, refundNo: string, fee: string) =>
  `2026030122001400001\t,K1\t,${kind},卡包,2026-03-01 10:00:00,2026-03-01 10:00:05,\t,,\t,\t,*三(138****0000)\t,${amount},${amount},0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,${refundNo}\t,${fee},0.00,`
const alipay = (rows: string[], totals = ['#交易合计：1笔', '#退款合计：1笔']) =>
  [
    '#支付宝业务明细查询',
    '#账号：[20880000000000000156]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayHead,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    ...totals,
    '#导出时间：[2026年03月02日 10:00:00]',
    '',
  ].join('\r\n')
const alipayRows = [alipayRow('交易', '12.34', '', '-0.07'), alipayRow('退款', '-2.30', 'R1', '0.01')]

const wechatHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const wechatRow = (status: string, amount: string, refundNo: string, refund: string, fee: string) =>
  `\`2026-03-01 10:00:00,\`wx1,\`1900000001,\`0,\`,\`4200000001,\`K1,\`o1,\`NATIVE,\`${status},\`OTHERS,\`CNY,\`${amount},\`0.00,\`${refundNo === '' ? '0' : '5030'},\`${refundNo || '0'},\`${refund},\`0.00,\`,\`${status === 'REFUND' ? 'SUCCESS' : ''},\`a, card,\`,\`${fee},\`0.60%,\`${amount},\`${refund},\``
const wechat = (rows: string[], totals = '`2,`12.34,`2.30,`0.00,`0.07,`12.34,`2.30') =>
  [
    `\ufeff${wechatHead}`,
    ...rows,
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    totals,
    '',
  ].join('\r\n')
const wechatRows = [
  wechatRow('SUCCESS', '12.34', '', '0.00', '0.07404'),
  wechatRow('REFUND', '0.00', 'R1', '2.30', '-0.00400'),
]

const common = { orderNo: 'K1', currency: 'CNY', at: new Date('2026-03-01T02:00:00Z') }

describe('a bill of Alipay', () => {
  const lines = [
    {
      ...common,
      line: 5,
      kind: 'payment',
      tradeNo: '2026030122001400001',
      refundNo: '',
      amountFen: 1_234,
      feeFen: 7,
      status: '交易',
      at: new Date('2026-03-01T02:00:05Z'),
    },
    {
      ...common,
      line: 6,
      kind: 'refund',
      tradeNo: '2026030122001400001',
      refundNo: 'R1',
      amountFen: 230,
      feeFen: -1,
      status: '退款',
      at: new Date('2026-03-01T02:00:05Z'),
    },
  ]

  test('is read from a ZIP with a summary, in GBK, in small pieces', async () => {
    const summary = iconv.encode('#支付宝业务汇总查询\r\n门店编号,门店名称\r\n', 'gbk')
    const file = await zipped({
      'a.csv': summary,
      'b.csv': iconv.encode(alipay(alipayRows), 'gbk'),
      'c.txt': Buffer.from('#支付宝业务汇总查询'),
    })
    expect(await read(readAlipayBill, file)).toEqual(lines)
  })

  test.each([1, 2, 3, 1_000_000])('is read as CSV in GBK and in UTF-8, %i bytes at a time', async (size) => {
    expect(await read(readAlipayBill, iconv.encode(alipay(alipayRows), 'gbk'), size)).toEqual(lines)
    expect(await read(readAlipayBill, alipay(alipayRows), size)).toEqual(lines)
  })

  test('without lines has none', async () => {
    expect(await read(readAlipayBill, alipay([], ['#交易合计：0笔', '#退款合计：0笔']))).toEqual([])
  })

  test.each([
    ['columns 0 支付宝交易号', alipay([]).replace('支付宝交易号', '交易号')],
    ['value 5 订单金额（元）', alipay([alipayRow('交易', '12.345', '', '0')])],
    ['value 5 订单金额（元）', alipay([alipayRow('交易', '1e3', '', '0')])],
    ['value 5 业务类型', alipay([alipayRow('转账', '1.00', '', '0')])],
    ['value 5 完成时间', alipay([alipayRow('交易', '1.00', '', '0').replace(/10:00:05/, '25:00:05')])],
    [
      'truncated 0',
      alipay(alipayRows).split('#-----------------------------------------业务明细列表结束')[0],
    ],
    ['totals 8', alipay(alipayRows, ['#交易合计：2笔', '#退款合计：1笔'])],
    ['form 0', Buffer.from('PK\u0003\u0004 and nothing more')],
    ['columns 0 支付宝交易号', 'hello'],
  ])('that is wrong is refused: %s', async (problem, text) => {
    expect(await problemOf(readAlipayBill, text as string)).toBe(problem)
  })
})

describe('a bill of WeChat Pay', () => {
  const lines = [
    {
      ...common,
      line: 2,
      kind: 'payment',
      tradeNo: '4200000001',
      refundNo: '',
      amountFen: 1_234,
      feeFen: 7,
      status: 'SUCCESS',
    },
    {
      ...common,
      line: 3,
      kind: 'refund',
      tradeNo: '4200000001',
      refundNo: 'R1',
      amountFen: 230,
      feeFen: 0,
      status: 'REFUND SUCCESS',
    },
  ]

  test('is read from gzip and as it is, with commas in the name of the goods', async () => {
    expect(await read(readWechatBill, gzipSync(wechat(wechatRows)))).toEqual(lines)
    expect(await read(readWechatBill, wechat(wechatRows), 1)).toEqual(lines)
  })

  test.each([
    ['columns 0 商户订单号', wechat(wechatRows).replace('商户订单号', '订单号')],
    ['truncated 0', wechat(wechatRows).split('总交易单数')[0]],
    ['truncated 0', wechat(wechatRows).split('`2,`12.34,')[0]],
    ['totals 5', wechat(wechatRows, '`3,`12.34,`2.30,`0.00,`0.07,`12.34,`2.30')],
    ['totals 5', wechat(wechatRows, '`2,`12.34,`2.30,`0.00,`0.07,`12.35,`2.30')],
    ['totals 5', wechat(wechatRows, '`2,`12.34,`2.30,`0.00,`0.07,`12.34,`2.31')],
    ['value 2 订单金额', wechat([wechatRow('SUCCESS', '12.345', '', '0.00', '0')])],
    ['value 2 交易状态', wechat([wechatRow('LOST', '12.34', '', '0.00', '0')])],
    ['form 0', gzipSync(wechat(wechatRows)).subarray(0, 200)],
  ])('that is wrong is refused: %s', async (problem, text) => {
    expect(await problemOf(readWechatBill, text as string)).toBe(problem)
  })
})

describe('a bill in the plain layout', () => {
  const head = 'kind,orderNo,tradeNo,refundNo,amount,fee,currency,status,time'
  const row = 'payment,K1,T1,,12.30,0.10,CNY,paid,2026-03-01 10:00:00'

  test.each([
    ['read', `${head}\n${row}\nend,1`],
    ['truncated 0', `${head}\n${row}\n`],
    ['totals 3', `${head}\n${row}\nend,2`],
    ['value 2 refundNo', `${head}\n${row.replace('payment', 'refund')}\nend,1`],
    ['value 2 amount', `${head}\n${row.replace('12.30', '-12.30')}\nend,1`],
    ['form 4', `${head}\n${row}\nend,1\n${row}`],
  ])('%s', async (problem, text) => {
    expect(await problemOf(readPlainBill, text)).toBe(problem)
  })
})

test('only a plain decimal is a number', () => {
  for (const text of ['1e3', '0x1', 'Infinity', 'NaN', '', '1.', '.5', '１', '1,000', '--1', ' 1'])
    expect(decimalOf(text)).toBe(null)
  expect(decimalOf('-0.10')?.toString()).toBe('-0.1')
})
