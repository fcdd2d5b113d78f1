import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import type { RiskSubject } from '../../../risk/provider.ts'

const asked: { subject: RiskSubject; type: string }[] = []
/** A provider that judges everything itself except the device, which it leaves to our own provider. */
const app = startApp({
  risk: (own) => ({
    report: async (subject, type, language) => {
      asked.push({ subject, type })
      if (type === 'device') return own.report(subject, type, language)
      const name = language === 'zh-CN' ? '外部名单' : 'Foreign list'
      return {
        score: 900,
        level: 'high',
        rules: [{ code: 'list', name, hit: true, detail: name }],
        checkedAt: '2026-03-01T00:00:00.000Z',
      }
    },
  }),
})

test('a foreign provider judges with all values of the person and can leave a type of report to our own provider', async () => {
  const { rows } = await app.pool.query(
    `insert into "user" (phone, name, flow, device) values ('13800000001', '张三', 'full', 'device-1') returning id`,
  )
  const request = await app.as('user:risk')
  const read = async (path: string) => (await request('GET', `${path}`)).body.data
  expect(await read(`/user/riskSimple/${rows[0].id}`)).toMatchObject({ score: 900, rules: ['外部名单'] })
  expect(await read(`/user/risk/${rows[0].id}?type=history`)).toMatchObject({
    type: 'history',
    level: 'high',
  })
  const device = await read(`/user/risk/${rows[0].id}?type=device`)
  expect(device).toMatchObject({ type: 'device', score: 0, level: 'low' })
  expect(device.rules.map((rule: { code: string }) => rule.code)).toContain('deviceShared')
  expect(asked.map(({ type }) => type)).toEqual(['all', 'history', 'device'])
  expect(asked[0]?.subject).toMatchObject({ phone: '13800000001', name: '张三', idNumber: null })
  expect((await request('GET', '/user/risk/999999?type=history')).body.code).toBe('4040')
  expect(asked).toHaveLength(3)
})
