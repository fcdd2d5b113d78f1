import { areaWorld, fresh } from '#test/matrix/area-world'
import { sealSecrets } from '../../../notice/target.ts'

const url = 'https://oapi.dingtalk.com/robot/send?access_token=token-of-group'

export default areaWorld(async ({ one, pool, vault, name }) => {
  const notice = await one(
    `insert into notice_target (kind, name, kinds, language, host) values ('dingtalk', $1, '{lowBalance}', 'zh-CN', 'oapi.dingtalk.com')`,
    [name],
  )
  await pool.query('update notice_target set secrets_sealed = $2 where id = $1', [
    notice,
    sealSecrets(vault, notice, { url, secret: 'SECsecret' }),
  ])
  const delivery = await one(
    `insert into delivery (event_id, target_id, kind, event, state, reason, ended_at)
     values (time_id(), $1, 'notice', 'lowBalance', 'dead', 'tries', now())`,
    [notice],
  )
  const body = () => ({ name: fresh(), kinds: ['lowBalance'] })
  return {
    idOf: { notice },
    calls: {
      'notice.create': () => ({ body: Object.assign(body(), { kind: 'dingtalk', url }) }),
      'notice.update': () => ({ body: Object.assign(body(), { id: notice, version: 1 }) }),
      'notice.details': () => ({ params: { id: delivery } }),
      'notice.again': () => ({ params: { id: delivery } }),
    },
  }
})
