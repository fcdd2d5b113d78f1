import { words } from '../kernel/language.ts'

/** What super administrators are told of an address that a partner gets. */
export const newAddressWords = words('newAddress', {
  title: ['合作方地址变更', 'A partner has a new address'],
  text: [
    '{{by}}将“{{name}}”的{{what}}改为 {{host}}。如非您知情，请核实。',
    '{{by}} set the {{what}} of “{{name}}” to {{host}}. Look into it if you do not know why.',
  ],
  what: {
    notifyUrl: ['通知地址', 'address of notices'],
    postback: ['回传地址', 'address of a postback'],
    webhook: ['Webhook 地址', 'address of a webhook'],
    notice: ['通知目标地址', 'address of notices'],
    loginUrl: ['登录页地址', 'address of the sign-in page'],
  },
})
