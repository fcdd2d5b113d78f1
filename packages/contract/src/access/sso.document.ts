import { document } from '../kernel/area-document.ts'
import { sso } from './sso.ts'

export const ssoDocument = document(
  sso,
  ['单点登录', 'Single sign-on'],
  {
    start: { confirm: false },
    finish: {
      flow: 'hR0sJ3n6yQe1Zb8uT5wXk2vC9mLpD4gAfB7iOoEqUzY',
      code: 'SplxlOBeZQQYbYS6WxSbIA',
      state: 'af0ifjsldkj',
      iss: 'https://sso.example.com',
    },
    update: {
      version: 0,
      isOn: true,
      name: '企业账号',
      issuer: 'https://sso.example.com/realms/company',
      clientId: 'kabao',
      clientSecret: 'the secret of the client',
      scopes: 'email',
      claim: 'email',
      creates: false,
      groupsClaim: 'groups',
      roles: [{ value: 'kabao-operators', roleId: '2' }],
      factor: 'own',
      signsOut: true,
      passwordsOff: false,
      breakGlassId: null,
    },
    try: { issuer: 'https://sso.example.com/realms/company' },
    link: { adminId: '7', subject: 'f3b2c1d0-0000-4000-8000-000000000000' },
  },
  [[/./, 'a sign-in of administrators names no user']],
)
