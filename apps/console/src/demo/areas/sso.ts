import { sso as area, type SsoSettings } from '@kabao/contract/access/sso'
import { special } from '../special.ts'

let stored: SsoSettings = {
  version: 0,
  isOn: false,
  name: '',
  issuer: '',
  clientId: '',
  hasSecret: false,
  scopes: 'email profile',
  claim: 'email',
  creates: false,
  groupsClaim: '',
  roles: [],
  factor: 'own',
  signsOut: false,
  passwordsOff: false,
  breakGlassId: null,
  updatedBy: null,
  updatedAt: null,
  addresses: null,
  breakGlassChoices: [],
  roleChoices: [],
}

/** The settings can be seen and stored; there is no provider to go to, or to ask. */
export const sso = special(area, {
  calls: {
    get: () => stored,
    update({ body: { clientSecret, ...settings } }) {
      stored = Object.assign({}, stored, settings, {
        version: stored.version + 1,
        hasSecret: stored.hasSecret || clientSecret !== undefined,
        updatedAt: new Date().toISOString(),
      })
      return stored
    },
  },
  without: ['start', 'finish', 'try', 'link'],
})
