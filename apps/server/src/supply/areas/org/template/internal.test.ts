import { expect, test } from 'vitest'
import { jsonMd5 } from '#partners/templates/shipped/json-md5'
import { startApp } from '#test/harness'

const app = startApp({ outgoing: { listed: ['127.0.0.1:9010'] } })

test('a template may name an internal host that the deployment lists, and no other one', async () => {
  const request = await app.as('org:create', 'org:saveTemplate')
  const fields = { name: '内部机构', flow: 'full' }
  const { id } = (await request('POST', '/org', fields)).body.data
  const { submit } = jsonMd5.stages
  const save = (url: string) =>
    request('PUT', `/row/org/${id}/template`, {
      version: 0,
      template: { ...jsonMd5, stages: { submit: { ...submit, url } } },
      secrets: [
        { name: 'appId', value: 'an-app' },
        { name: 'appKey', value: 'a key of a test' },
      ],
    })
  for (const url of ['http://127.0.0.1:9011/submit', 'http://10.0.0.1:9010/submit'])
    expect((await save(url)).body.data.fields).toEqual({
      'template.stages.submit.url': '这个地址不能从公网访问，或端口不是 443',
    })
  expect((await save('http://127.0.0.1:9010/submit')).body.code).toBe('0000')
})
