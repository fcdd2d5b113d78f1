import { words } from '../kernel/language.ts'

export const poolLinkImportWords = words('poolLinkImport', {
  title: ['导入收款链接', 'Import payment links'],
  column: {
    url: ['链接', 'Link'],
    product: ['产品', 'Product'],
    amountFen: ['金额（元）', 'Amount (CNY)'],
    expiresAt: ['有效期至', 'Valid until'],
    collection: ['收款渠道', 'Collection channel'],
  },
  alsoColumn: {
    url: ['收款链接|支付链接|链接地址|网址|地址', 'url|payment link|address'],
    product: ['产品名称|产品编号|商品', 'product name|product id'],
    amountFen: ['金额|收款金额|价格', 'amount|price'],
    expiresAt: ['过期时间|到期时间|有效期|失效时间', 'expires|expires at|expiry'],
    collection: ['渠道|收款渠道名称', 'collection|channel'],
  },
  notes: {
    url: [
      '必填：https 开头的支付页地址，不能重复',
      'Required: the address of the payment page (https). Unique.',
    ],
    product: [
      '必填：产品名称；重名时填产品编号',
      'Required: the product’s name, or its ID if several have the name',
    ],
    amountFen: [
      '选填：链接收取的金额，留空则为产品售价',
      'Optional: what the link asks for. Empty: the product’s price',
    ],
    expiresAt: [
      '选填：2026-12-31 或 2026-12-31 18:00，留空则长期有效',
      'Optional: 2026-12-31 or 2026-12-31 18:00. Empty: no end',
    ],
    collection: [
      '选填：链接池类型的收款渠道名称，留空则均可使用',
      'Optional: a collection channel of the link pool. Empty: any of them',
    ],
  },
  example: {
    url: ['https://pay.example.com/link/1', 'https://pay.example.com/link/1'],
    product: ['餐饮代金券', 'Meal voucher'],
    amountFen: ['9.90', '9.90'],
    expiresAt: ['', ''],
    collection: ['', ''],
  },
  sheet: ['收款链接', 'Payment links'],
  fileName: {
    template: ['收款链接导入模板', 'payment-link-template'],
    wrong: ['收款链接-有误的行', 'payment-link-wrong-rows'],
  },
  there: {
    present: ['链接池中已有', 'Already in the pool'],
    voided: ['已作废，不能再次导入', 'Voided before'],
    noProduct: ['没有此产品', 'No such product'],
    severalProducts: [
      '有多个同名产品，请填写产品编号（见模板中“可填的值”）',
      'Several products have this name: use the ID (see “Allowed values” in the template)',
    ],
    noCollection: ['没有此链接池收款渠道', 'No such collection channel of the link pool'],
    noAmount: ['产品售价为零，请填写金额', 'The product is free: fill in the amount'],
  },
  hint: {},
  message: {
    done: ['收款链接导入完成', 'Import of payment links finished'],
    failed: ['收款链接导入失败', 'Import of payment links failed'],
  },
})
