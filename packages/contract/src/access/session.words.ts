import { words } from '../kernel/language.ts'

export const sessionWords = words('session', {
  title: ['在线会话', 'Active sessions'],
  current: ['本次会话', 'This session'],
  whole: ['输入完整的用户名', 'Full username'],
  field: {
    username: ['用户名', 'Username'],
    name: ['姓名', 'Name'],
    device: ['设备', 'Device'],
    ip: ['IP 地址', 'IP address'],
    way: ['登录方式', 'Signed in with'],
    createdAt: ['登录时间', 'Signed in at'],
    lastSeenAt: ['最近活动', 'Last active'],
  },
  way: { password: ['密码', 'Password'], sso: ['单点登录', 'Single sign-on'] },
  action: { end: ['结束会话', 'End session'] },
  end: {
    title: ['结束这个会话？', 'End this session?'],
    text: [
      '{{name}}（{{username}}）在该设备上需要重新登录。',
      '{{name}} ({{username}}) will have to sign in again on that device.',
    ],
    textCurrent: [
      '这是您本次的会话，结束后需要重新登录。',
      'This is your current session. You will have to sign in again.',
    ],
    done: ['会话已结束', 'Session ended'],
  },
})
