import { words } from '../kernel/language.ts'

/** Why the service refuses a single sign-on or its settings. Only the service words them, so the console does not load them. */
export const ssoProblemWords = words('ssoProblem', {
  ssoOff: ['未启用单点登录', 'Single sign-on is not on'],
  ssoExpired: [
    '单点登录已超时或已经使用过，请重新登录',
    'This single sign-on has expired or was used before. Sign in again.',
  ],
  ssoMixedUp: [
    '返回的结果与本次登录不一致，请重新登录',
    'The answer does not belong to this sign-in. Sign in again.',
  ],
  ssoDown: [
    '暂时无法连接 {{name}}，请稍后再试（{{why}}）',
    '{{name}} can’t be reached at the moment. Try again later ({{why}}).',
  ],
  ssoIssuer: [
    '返回的签发者与设置的不一致，登录未受理',
    'The issuer of the answer is not the one that is configured, so it was not taken',
  ],
  ssoDenied: [
    '{{name}} 没有同意登录，请重新登录或联系管理员',
    '{{name}} did not agree to the sign-in. Try again, or ask your administrator.',
  ],
  ssoCode: [
    '{{name}} 不接受登录凭据，它可能已使用或已过期，请重新登录',
    '{{name}} did not take the code. It may have been used or have expired. Sign in again.',
  ],
  ssoClient: [
    '{{name}} 不接受本系统的客户端 ID 或密钥，请联系管理员',
    '{{name}} does not take the client ID or secret of this service. Ask your administrator.',
  ],
  ssoToken: [
    '{{name}} 返回的身份令牌未通过校验，登录未受理',
    'The ID token of {{name}} did not pass the checks, so the sign-in was not taken',
  ],
  ssoEmail: [
    '{{name}} 没有提供已验证的邮箱，不能登录',
    '{{name}} has no verified email of yours, so you can’t sign in',
  ],
  ssoPhone: [
    '{{name}} 没有提供已验证的手机号，不能登录',
    '{{name}} has no verified phone of yours, so you can’t sign in',
  ],
  ssoNobody: [
    '没有与您的身份对应的账号，请联系管理员开通',
    'No account belongs to you. Ask your administrator for one.',
  ],
  ssoSeveral: [
    '有多个账号使用您的邮箱或手机号，请联系管理员关联其中一个',
    'Several accounts have your email or phone. Ask your administrator to link one of them.',
  ],
  ssoTaken: [
    '您的账号已关联到另一个身份，请联系管理员',
    'Your account is linked to another identity. Ask your administrator.',
  ],
  ssoDisabled: ['您的账号已停用', 'Your account is disabled'],
  ssoNoRole: [
    '您在 {{name}} 的用户组没有对应的角色，不能登录',
    'None of your groups at {{name}} has a role here, so you can’t sign in',
  ],
  ssoOther: [
    '在 {{name}} 确认的不是本账号的身份，请重新确认',
    'It was not you who confirmed at {{name}}. Confirm again.',
  ],
  ssoStale: [
    '{{name}} 没有重新验证您的身份，请重新确认',
    '{{name}} did not ask you to sign in again. Confirm again.',
  ],
  logoutRefused: ['退出令牌未通过校验', 'The logout token did not pass the checks'],
  logoutRepeated: ['该退出令牌已经使用过', 'This logout token was used before'],
  noPublicUrl: [
    '请先设置环境变量 PUBLIC_URL（本系统的网址）再启用单点登录',
    'Set the variable PUBLIC_URL, the address of this service, before you turn single sign-on on',
  ],
  wrongOrSso: [
    '账号或密码错误，或该账号只能使用单点登录',
    'Wrong account or password, or this account signs in with single sign-on only',
  ],
  breakGlassStays: [
    '关闭密码登录期间，应急账号必须是启用的超级管理员',
    'While passwords are off, the break-glass account must stay an enabled super administrator',
  ],
})
