import { words } from '../kernel/language.ts'

/** The texts of the agreements of an organization; its list does not load them. */
export const orgAgreementWords = words('orgAgreement', {
  title: ['协议', 'Agreements'],
  add: ['添加协议', 'Add agreement'],
  remove: ['移除协议 {{nth}}', 'Remove agreement {{nth}}'],
  nth: ['协议 {{nth}}', 'Agreement {{nth}}'],
  name: ['协议名称', 'Name'],
  version: ['版本', 'Version'],
  url: ['网址', 'Address'],
  hint: [
    '启用期间展示过的版本不能再改网址，请换成新版本。',
    'The address of a version that was offered cannot change; use a new version instead.',
  ],
  none: ['没有协议', 'No agreements'],
  offeredAt: ['{{time}} 起展示', 'offered since {{time}}'],
  now: ['当前', 'Current'],
})
