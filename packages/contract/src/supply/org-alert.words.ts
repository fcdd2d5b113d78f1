import { words } from '../kernel/language.ts'

/** The message about a low balance of an organization; only the service reads it. */
export const orgAlertWords = words('orgAlert', {
  low: {
    title: ['机构余额不足：{{name}}', 'Low balance: {{name}}'],
    text: [
      '可用余额 {{available}} 元，低于预警线 {{alert}} 元。用完后不再向它推送用户，请及时充值。',
      '¥{{available}} is available, below the alert of ¥{{alert}}. It gets no more users once this is used up.',
    ],
  },
})
