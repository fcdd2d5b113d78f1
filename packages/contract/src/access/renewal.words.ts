import { words } from '../kernel/language.ts'

/** The dialog that renews an expired session above unsaved changes. */
export const renewalWords = words('renewal', {
  title: ['登录已过期', 'Your session has expired'],
  text: [
    '您填写的内容还在。输入 {{name}} 的密码后可以继续。',
    'What you have entered is still here. Enter the password of {{name}} to go on.',
  ],
  password: ['密码', 'Password'],
  submit: ['登录并继续', 'Sign in and go on'],
  stay: ['留在本页', 'Stay on this page'],
  leave: ['放弃内容，换一个账号登录', 'Discard the changes and sign in with another account'],
})
