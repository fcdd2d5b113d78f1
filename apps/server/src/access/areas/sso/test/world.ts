import { areaWorld, fresh } from '#test/matrix/area-world'

/** Off and with an issuer of its own, so that no provider is called. */
export const offSettings = {
  version: 0,
  isOn: false,
  name: 'Company',
  issuer: 'https://sso.example.com',
  clientId: 'kabao',
  scopes: '',
  claim: 'sub',
  creates: false,
  groupsClaim: '',
  roles: [],
  factor: 'own',
  signsOut: false,
  passwordsOff: false,
  breakGlassId: null,
}

export default areaWorld(async ({ ownerId }) => ({
  idOf: {},
  calls: {
    'sso.update': () => ({ body: offSettings }),
    'sso.link': () => ({ body: { adminId: ownerId, subject: null } }),
    'sso.finish': () => ({ body: { flow: fresh().padEnd(43, 'x').slice(0, 43), state: 'x' } }),
  },
}))
