import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import { describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const path = '/payConfig/collection'

async function shipped(): Promise<PaymentTemplate> {
  const request = await app.as('collection:page')
  const { data } = (await request('GET', `${path}/template/shipped`)).body
  return data[0].template
}

describe('a payment template', () => {
  test('that is shipped is previewed with sample values, without a secret', async () => {
    const request = await app.as('collection:page')
    const template = await shipped()
    for (const stage of ['create', 'query', 'refund', 'queryRefund']) {
      const { data } = (await request('POST', `${path}/template/preview`, { template, stage })).body
      expect(data.problems).toEqual([])
      expect(data.request.url).toMatch(/^https:\/\/gateway\.95516\.com\//)
      expect(data.request.body).toContain('certId=***certId***')
      expect(data.request.body).toMatch(/&signature=./)
    }
    const closed = (await request('POST', `${path}/template/preview`, { template, stage: 'close' })).body
    expect(closed.data).toEqual({ problems: [], request: null })
  })

  test('is previewed with every problem at its part', async () => {
    const request = await app.as('collection:page')
    const template = await shipped()
    template.stages.create.body = 'order={{ orderNo }}&x={{ phone }}'
    if (template.callback) template.callback.refund = '$..a'
    const { data } = (await request('POST', `${path}/template/preview`, { template, stage: 'create' })).body
    expect(data.request).toBeNull()
    expect(data.problems.map(({ path }: { path: string }) => path)).toEqual([
      'stages.create.body',
      'callback.refund',
    ])
  })

  test('with a problem is not saved, and the sentence is at its part', async () => {
    const request = await app.as('collection:create')
    const template = await shipped()
    template.stages.create.url = 'pay'
    const settings = { merchantNo: '777290058110048', template: JSON.stringify(template) }
    const refused = await request('POST', path, { name: '银联模板', provider: 'unionpay', settings })
    expect(refused.body.data.fields).toEqual({
      'settings.template.stages.create.url': '地址须以固定的 http(s)://主机 开头',
    })
  })

  test('is previewed only by who may see collection channels', async () => {
    const request = await app.as('order:page')
    const body = { template: await shipped(), stage: 'create' }
    expect((await request('POST', `${path}/template/preview`, body)).body.code).toBe('4030')
    expect((await request('GET', `${path}/template/shipped`)).body.code).toBe('4030')
  })
})
