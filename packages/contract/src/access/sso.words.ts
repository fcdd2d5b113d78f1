import { words } from '../kernel/language.ts'

/** The page of single sign-on, and the notices about it. */
export const ssoWords = words('sso', {
  lead: ['管理员用公司的账号登录（OIDC）。', 'Administrators sign in with their company account (OIDC).'],
  guide: ['接入步骤', 'How to connect a provider'],
  section: {
    provider: ['认证方', 'Provider'],
    people: ['账号与角色', 'Accounts and roles'],
    safety: ['密码与两步验证', 'Passwords and two-step verification'],
    addresses: ['在认证方登记的地址', 'Addresses to register at the provider'],
  },
  field: {
    isOn: ['启用单点登录', 'Single sign-on is on'],
    name: ['名称', 'Name'],
    issuer: ['签发者地址（Issuer）', 'Issuer'],
    clientId: ['客户端 ID', 'Client ID'],
    clientSecret: ['客户端密钥', 'Client secret'],
    scopes: ['范围（Scopes）', 'Scopes'],
    claim: ['按什么找到账号', 'Accounts are found by'],
    creates: ['没有账号时自动开通', 'Make an account for people without one'],
    groupsClaim: ['用户组字段', 'Claim of the groups'],
    roles: ['用户组对应的角色', 'Roles of groups'],
    group: ['用户组', 'Group'],
    role: ['角色', 'Role'],
    factor: ['两步验证', 'Two-step verification'],
    signsOut: ['退出时也退出认证方', 'Signing out here signs out at the provider too'],
    passwordsOff: ['关闭密码登录', 'Passwords are off'],
    breakGlassId: ['应急账号', 'Break-glass account'],
  },
  help: {
    name: ['登录页按钮：用“名称”登录', 'On the button of the sign-in page: Sign in with “name”'],
    issuer: ['须与认证方公布的完全一致', 'Exactly as the provider names it'],
    secretKept: ['已保存，留空则不变', 'Stored. Leave it empty to keep it.'],
    scopes: ['openid 之外的范围，以空格分隔', 'Besides openid, separated by blanks'],
    claim: [
      '只用于第一次登录，之后按身份编号（sub）识别；邮箱和手机号须经认证方验证',
      'For the first sign-in only; afterwards the subject (sub) counts. Email and phone must be verified by the provider.',
    ],
    groupsClaim: [
      '留空则角色只在本系统分配；否则下列角色在每次登录时按用户组重新计算',
      'Empty: roles are given here only. Otherwise the roles below are given and taken at each sign-in.',
    ],
    passwordsOff: [
      '应急账号仍可用密码登录，以免认证方故障时无人能登录',
      'The break-glass account keeps its password, so that somebody can sign in when the provider is down',
    ],
    breakGlassId: [
      '用密码登录过的、启用的超级管理员',
      'An enabled super administrator who has signed in with a password',
    ],
  },
  claim: {
    sub: ['身份编号（sub）', 'Subject (sub)'],
    email: ['已验证的邮箱', 'Verified email'],
    phone: ['已验证的手机号', 'Verified phone'],
  },
  factor: {
    own: ['本系统的也要验证', 'Ours is asked for too'],
    provider: ['以认证方的为准', 'The provider’s counts'],
  },
  address: {
    redirect: ['回调地址', 'Redirect URI'],
    backChannel: ['后端退出地址', 'Back-channel logout URI'],
    signedOut: ['退出后跳转地址', 'Post-logout redirect URI'],
    none: [
      '请先设置环境变量 PUBLIC_URL（本系统的网址）',
      'Set the variable PUBLIC_URL first: the address of this service',
    ],
  },
  addRole: ['添加对应关系', 'Add a group'],
  removeRole: ['删除对应关系', 'Remove this group'],
  try: ['测试连接', 'Test the connection'],
  unreachable: ['无法连接此地址（{{why}}）', 'This address can’t be reached ({{why}})'],
  found: {
    title: ['已找到认证方', 'The provider was found'],
    authorizationEndpoint: ['授权地址', 'Authorization endpoint'],
    tokenEndpoint: ['令牌地址', 'Token endpoint'],
    endSessionEndpoint: ['退出地址', 'End-session endpoint'],
    hasBackChannel: ['后端退出通知', 'Back-channel logout'],
    hasPkce: ['PKCE（S256）', 'PKCE (S256)'],
    scopes: ['支持的范围', 'Scopes'],
    claims: ['提供的字段', 'Claims'],
    yes: ['支持', 'Yes'],
    no: ['未声明', 'Not stated'],
  },
  save: ['保存', 'Save'],
  saved: ['单点登录设置已保存', 'Single sign-on saved'],
  notice: {
    title: ['单点登录有变动', 'Single sign-on has changed'],
    text: {
      changed: ['{{by}} 修改了单点登录设置。', '{{by}} changed the settings of single sign-on.'],
      linked: [
        '{{by}} 将账号“{{name}}”关联到认证方的身份。',
        '{{by}} linked the account “{{name}}” to an identity of the provider.',
      ],
      unlinked: [
        '{{by}} 解除了账号“{{name}}”在认证方的身份。',
        '{{by}} unlinked the account “{{name}}” from its identity of the provider.',
      ],
    },
  },
})
