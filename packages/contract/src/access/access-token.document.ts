import { document } from '../kernel/area-document.ts'
import { accessToken } from './access-token.ts'

export const accessTokenDocument = document(
  accessToken,
  ['个人访问令牌', 'Personal access tokens'],
  {
    make: {
      name: '每日报表',
      points: ['reportChannelList:page'],
      dataScope: 'own',
      allowedIps: ['203.0.113.0/24'],
      days: 90,
      password: 'correct horse 1',
    },
    page: { current: 1, size: 20, adminId: '7' },
  },
  [[/./, 'tokens of the caller’s own account, or of colleagues']],
)
