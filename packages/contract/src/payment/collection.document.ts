import { actsOn, document, ids, seen } from '../kernel/area-document.ts'
import { collection } from './collection.ts'
import type { PaymentTemplate } from './payment-template.ts'

const newCollection = {
  name: '支付宝主商户',
  provider: 'alipay' as const,
  settings: { appId: '2021000000000001', sellerId: '2088000000000001' },
  secrets: { privateKey: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC…' },
  feeBp: 60,
  minFen: 1,
  maxFen: 5_000_000,
  dailyLimitFen: 100_000_000,
  weight: 100,
}

const emptyPayment: PaymentTemplate = {
  secrets: [],
  maps: [],
  callback: null,
  stages: {
    create: {
      how: 'form',
      method: 'POST',
      url: 'https://bank.example.com/pay',
      headers: [],
      timeoutMs: 3_000,
      content: 'form',
      body: 'order={{ orderNo }}',
      sign: null,
      seal: null,
      envelope: null,
    },
  },
}

export const collectionDocument = document(
  collection,
  ['收款渠道', 'Collection channels'],
  {
    page: { current: 1, size: 20, provider: 'alipay' },
    export: { format: 'csv', columns: ['name', 'provider', 'status'] },
    create: newCollection,
    update: { ...newCollection, ...seen, id: '1001' },
    removeMany: ids,
    ...actsOn({ enable: { provider: 'pool' }, disable: { provider: 'sandbox' } }),
    previewTemplate: { template: emptyPayment, stage: 'create' },
  },
  [[/./, 'names and settings of merchant accounts']],
)
