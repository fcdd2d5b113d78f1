import { words } from '../kernel/language.ts'

/** Texts of the demo without a server; the key is the template's (docs/specification/messages.md). */
export const demoWords = words('messageBox', {
  switchRoles: ['切换角色', 'Switch role'],
  notInDemo: ['演示没有后台服务，不提供此功能', 'The demo has no service behind it, so this isn’t available'],
})
