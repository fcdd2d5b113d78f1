import { document } from '../kernel/area-document.ts'
import { notice } from './notice.ts'

const fields = {
  name: '运营群',
  isOn: true,
  kinds: ['lowBalance' as const, 'breakerOpen' as const],
  language: 'zh-CN' as const,
  quietFrom: '22:00',
  quietTo: '08:00',
  digest: 'none' as const,
  url: 'https://oapi.dingtalk.com/robot/send?access_token=2f0c',
  secret: 'SEC3f9a',
}

export const noticeDocument = document(
  notice,
  ['通知', 'Notices'],
  {
    page: { isOn: true },
    create: { kind: 'dingtalk', ...fields },
    update: { id: '1001', version: 3, ...fields, url: null, secret: null },
    deliveries: { targetId: '1001', state: 'dead' },
  },
  [[/./, 'robots and addresses of colleagues; deliveries are found by ids']],
)
