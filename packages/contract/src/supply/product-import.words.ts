import { type Words, words } from '../kernel/language.ts'

const column = {
  name: ['产品名称', 'Name'],
  kind: ['类型', 'Type'],
  flow: ['流程', 'Flow'],
  orgCode: ['机构编码', 'Organization code'],
  faceFen: ['面值（元）', 'Face value (CNY)'],
  priceFen: ['售价（元）', 'Price (CNY)'],
  validDays: ['有效天数', 'Valid days'],
  stock: ['库存', 'Stock'],
  perUserLimit: ['每人限购', 'Limit per person'],
  summary: ['简介', 'Summary'],
  remark: ['备注', 'Note'],
} as const
const alsoColumn = {
  name: ['名称|产品', 'product|product name'],
  orgCode: ['机构', 'organization|org|org code'],
  faceFen: ['面值', 'face value'],
  priceFen: ['售价|价格', 'price'],
  validDays: ['有效期', 'validity|days'],
  remark: ['说明', 'notes|comment'],
} as const
/** Other accepted names of a kind, written like those of a column. */
const alsoKind = {
  package: ['礼包|套餐', 'package|bundle'],
  coupon: ['券|代金券', 'voucher'],
  card: ['权益|会员卡', 'card|membership'],
} as const
/** With the words of a flow of the list. */
const exampleOf = (flow: Words): Record<keyof typeof column, Words> => ({
  name: ['餐饮代金券', 'Meal voucher'],
  kind: ['优惠券', 'Coupon'],
  flow,
  orgCode: ['', ''],
  faceFen: ['20', '20'],
  priceFen: ['9.90', '9.90'],
  validDays: ['30', '30'],
  stock: ['1000', '1000'],
  perUserLimit: ['1', '1'],
  summary: ['满 50 元可用', 'From ¥50'],
  remark: ['', ''],
})
const notes = {
  name: ['必填，最多 60 字', 'Required, up to 60 characters'],
  kind: ['必填：卡包、优惠券或权益卡', 'Required: “Card package”, “Coupon” or “Benefit card”'],
  orgCode: ['选填；留空表示自营产品', 'Optional; empty means a product of our own'],
  faceFen: ['必填，单位元，最多两位小数', 'Required, in yuan, at most two decimals'],
  priceFen: ['必填，单位元，最多两位小数', 'Required, in yuan, at most two decimals'],
  validDays: ['必填，整数', 'Required, a whole number'],
  stock: [
    '选填，总共可售数量，整数；留空表示不限',
    'Optional, how many may be sold in all; empty means unlimited',
  ],
  perUserLimit: ['选填，整数；留空表示不限', 'Optional, a whole number; empty means unlimited'],
  summary: ['选填，最多 200 字', 'Optional, up to 200 characters'],
  remark: ['选填，最多 500 字', 'Optional, up to 500 characters'],
} as const
const there = {
  present: ['同名产品已存在', 'There already'],
  noOrg: ['机构编码不存在或流程不同', 'No such organization code, or another flow'],
} as const
const hint = {
  noOrg: [
    '请核对机构编码；机构的流程必须与产品相同。',
    'Check the codes. An organization must have the flow of its product.',
  ],
} as const

export const productImportWords = words('productImport', {
  title: ['导入产品', 'Import products'],
  column,
  alsoColumn,
  alsoKind,
  notes: { ...notes, flow: ['必填：全流程或半流程', 'Required: “Full flow” or “Half flow”'] },
  example: exampleOf(['全流程', 'Full flow']),
  sheet: ['产品', 'Products'],
  fileName: {
    template: ['产品导入模板', 'product-template'],
    wrong: ['产品导入-有误的行', 'product-wrong-rows'],
  },
  there,
  hint,
  message: {
    done: ['产品导入完成', 'Import of products finished'],
    failed: ['产品导入失败', 'Import of products failed'],
  },
})

export const productUvImportWords = words('productUvImport', {
  title: ['导入联登产品', 'Import joint login products'],
  column: { ...column, targetUrl: ['跳转地址', 'Target URL'] },
  alsoColumn: { ...alsoColumn, targetUrl: ['链接|网址', 'url|link|address'] },
  alsoKind,
  notes: {
    ...notes,
    flow: ['必填：UV联登或城市联登', 'Required: “UV joint login” or “City joint login”'],
    targetUrl: ['必填，以 https:// 开头', 'Required, begins with https://'],
  },
  example: {
    ...exampleOf(['UV联登', 'UV joint login']),
    targetUrl: ['https://example.com/go', 'https://example.com/go'],
  },
  sheet: ['联登产品', 'Joint login products'],
  fileName: {
    template: ['联登产品导入模板', 'uv-product-template'],
    wrong: ['联登产品导入-有误的行', 'uv-product-wrong-rows'],
  },
  there,
  hint,
  message: {
    done: ['联登产品导入完成', 'Import of joint login products finished'],
    failed: ['联登产品导入失败', 'Import of joint login products failed'],
  },
})
