import { words } from './language.ts'

/** Texts of the demo without a server; the key is the template's (behaviour reference, section 14.4). */
export const demoWords = words('messageBox', {
  switchRoles: ['切换角色', 'Switch Roles'],
})
