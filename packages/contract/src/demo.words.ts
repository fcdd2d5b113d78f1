import { words } from './language.ts'

/** Texts of the demo without a server; the key is the template's (docs/specification/messages.md). */
export const demoWords = words('messageBox', {
  switchRoles: ['切换角色', 'Switch Roles'],
  notInDemo: ['演示没有后台服务，不提供此功能', 'The demo has no service behind it and does not offer this'],
})
