import { words } from '../kernel/language.ts'

export const loginLogWords = words('loginLog', {
  title: ['登录日志', 'Sign-in log'],
  field: {
    at: ['时间', 'Time'],
    account: ['账号', 'Account'],
    result: ['结果', 'Result'],
    reason: ['原因', 'Reason'],
    ip: ['IP 地址', 'IP address'],
    device: ['设备', 'Device'],
    userAgent: ['浏览器标识', 'User agent'],
    attempts: ['次数', 'Attempts'],
  },
  result: {
    succeeded: ['成功', 'Succeeded'],
    pending: ['待验证', 'Awaiting code'],
    failed: ['失败', 'Failed'],
  },
  reason: {
    ok: ['登录成功', 'Signed in'],
    recoveryCode: ['使用恢复码登录', 'Signed in with a recovery code'],
    secondFactorAsked: ['密码正确，等待两步验证', 'Password correct, code requested'],
    wrongPassword: ['密码错误', 'Wrong password'],
    unknownAccount: ['账号不存在', 'No such account'],
    disabled: ['账号已停用', 'Account disabled'],
    locked: ['尝试过多，暂不受理', 'Too many attempts, not processed'],
    wrongSecondFactor: ['验证码错误', 'Wrong code'],
    sso: ['单点登录成功', 'Signed in with single sign-on'],
    ssoFactorAsked: ['单点登录成功，等待两步验证', 'Single sign-on done, code requested'],
    ssoRefused: ['单点登录未受理', 'Single sign-on refused'],
    passwordOff: ['已关闭密码登录', 'Passwords are off'],
  },
  unknown: ['未知账号 #{{mark}}', 'Unknown account #{{mark}}'],
  unknownHint: [
    '不存在的账号不保存原文，因为它可能是误填的密码；相同的输入编号相同。',
    'Names of accounts that don’t exist are not stored, because they may be passwords typed in the wrong field. The same input gets the same mark.',
  ],
  whole: ['输入完整的内容', 'Full value'],
})
