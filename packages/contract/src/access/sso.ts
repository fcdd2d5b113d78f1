import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, exactText, id, instant, requiredText, text } from '../kernel/kernel.ts'
import { loginAnswer, signInDevice } from './session.ts'

/** What a person is found by as long as no account is linked to the subject. */
export const ssoClaims = ['sub', 'email', 'phone'] as const
/** Whose second factor counts. */
export const ssoFactors = ['provider', 'own'] as const

/** Which role a group of the provider has. */
const groupRole = z.strictObject({ value: requiredText(200), roleId: id })

/** An issuer exactly as the provider names it: its last slash counts. */
const issuer = requiredText(500).refine(isIssuer, 'issuer')

function isIssuer(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { protocol, username, search, hash } = new URL(typed)
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === ''
}

const update = z.strictObject({
  /** Of the row that the caller saw; 0 if nothing was configured yet. */
  version: z.int('integer').min(0, 'range'),
  isOn: z.boolean('type'),
  /** On the button of the login page. */
  name: requiredText(20),
  issuer,
  clientId: requiredText(200),
  /** Left out, the stored one stays; it is needed again for another issuer. */
  clientSecret: exactText(500).min(1, 'required').optional(),
  /** Asked for besides `openid`, separated by blanks. */
  scopes: text(200).regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, 'scopes'),
  claim: z.enum(ssoClaims, 'choice'),
  creates: z.boolean('type'),
  /** The claim that has the groups; empty: roles are given here alone. */
  groupsClaim: text(100),
  roles: z.array(groupRole).max(200, 'tooMany'),
  factor: z.enum(ssoFactors, 'choice'),
  signsOut: z.boolean('type'),
  passwordsOff: z.boolean('type'),
  breakGlassId: id.nullable(),
})

const settings = z.object({
  version: z.int(),
  isOn: z.boolean(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  scopes: z.string(),
  claim: z.enum(ssoClaims),
  creates: z.boolean(),
  groupsClaim: z.string(),
  roles: z.array(z.object({ value: z.string(), roleId: id })),
  factor: z.enum(ssoFactors),
  signsOut: z.boolean(),
  passwordsOff: z.boolean(),
  breakGlassId: id.nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  /** The addresses that the provider must know; null as long as the service has no public address (`PUBLIC_URL`). */
  addresses: z.object({ redirect: z.string(), backChannel: z.string(), signedOut: z.string() }).nullable(),
  /** Enabled super administrators who have signed in with a password. */
  breakGlassChoices: z.array(z.object({ id, username: z.string(), name: z.string() })),
  roleChoices: z.array(z.object({ id, name: z.string() })),
})
settings.register(z.globalRegistry, { id: 'SingleSignOn' })

/** What the provider says of itself. */
const found = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  endSessionEndpoint: z.string().nullable(),
  /** Whether it tells us of a sign-out. */
  hasBackChannel: z.boolean(),
  scopes: z.array(z.string()),
  claims: z.array(z.string()),
  /** Whether it says that it takes PKCE with SHA-256. */
  hasPkce: z.boolean(),
})
found.register(z.globalRegistry, { id: 'FoundProvider' })

/** A value from the address with which the provider sent the browser back. */
const returned = z.string().max(4_000, 'tooLong').optional()

export const sso = area('sso', {
  start: {
    method: 'POST',
    path: '/sso/start',
    kind: 'write',
    affects: [],
    access: 'anyone',
    staged: true,
    refuses: [codes.wrongCredentials, codes.sessionExpired],
    summary: [
      '开始单点登录，或在认证方确认本人身份',
      'Begin single sign-on, or a confirmation at the provider',
    ],
    body: z.strictObject({
      /** Whether a signed-in administrator confirms who is there, instead of the password. */
      confirm: z.boolean('type').default(false),
    }),
    answer: z.object({
      /** Where the browser goes. */
      address: z.string(),
      /** Stays in the browser, and proves that the answer belongs to it. */
      flow: z.string(),
    }),
  },
  finish: {
    method: 'POST',
    path: '/sso/finish',
    kind: 'write',
    affects: ['session', 'loginLog', 'admin'],
    access: 'anyone',
    staged: true,
    refuses: [codes.wrongCredentials, codes.sessionExpired],
    summary: ['完成单点登录或确认', 'Finish single sign-on or the confirmation'],
    body: z.strictObject({
      flow: z
        .string('required')
        .max(43, 'type')
        .regex(/^[\w-]{43}$/, 'type'),
      code: returned,
      state: returned,
      iss: returned,
      error: returned,
      device: signInDevice,
    }),
    answer: z.union([...loginAnswer.options, z.object({ confirmed: z.literal(true) })]),
  },
  get: {
    method: 'GET',
    path: '/sso',
    kind: 'read',
    bySuper: true,
    byPerson: true,
    summary: ['查看单点登录设置', 'View the settings of single sign-on'],
    answer: settings,
  },
  update: {
    method: 'PUT',
    path: '/sso',
    kind: 'write',
    bySuper: true,
    byPerson: true,
    affects: ['sso', 'session', 'admin'],
    protection: ['notice'],
    summary: ['修改单点登录设置', 'Change the settings of single sign-on'],
    body: update,
    answer: settings,
  },
  try: {
    method: 'POST',
    path: '/sso/try',
    kind: 'read',
    bySuper: true,
    byPerson: true,
    refuses: [codes.wrongCredentials],
    summary: ['查看认证方的公开信息', 'Look at what a provider says of itself'],
    body: z.strictObject({ issuer }),
    answer: z.object({
      found: found.nullable(),
      /** Why nothing answers there; null if something does. */
      unreachable: z.string().nullable(),
    }),
  },
  link: {
    method: 'POST',
    path: '/sso/identity',
    kind: 'write',
    bySuper: true,
    byPerson: true,
    affects: ['admin', 'session'],
    protection: ['notice'],
    refuses: [codes.notFound],
    summary: [
      '关联或解除管理员在认证方的身份',
      'Link an administrator to an identity of the provider, or unlink',
    ],
    body: z.strictObject({
      adminId: id,
      /** The subject at the provider that is configured; null unlinks. */
      subject: exactText(255).min(1, 'required').nullable(),
    }),
    answer: z.null(),
  },
})

export type SsoSettings = z.output<typeof settings>
export type SsoUpdate = z.output<typeof update>
export type FoundProvider = z.output<typeof found>
export type SsoFinished = z.output<typeof sso.finish.answer>
export type SsoReturn = z.output<typeof sso.finish.body>
