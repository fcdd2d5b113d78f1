import { words } from './language.ts'

/** Texts of the demo without a server; the key is the template's (docs/specification/messages.md). */
export const demoWords = words('messageBox', {
  switchRoles: ['切换角色', 'Switch Roles'],
})
