/** What people are told of outside the console too, by a robot of a group or by e-mail. */
export const noticeKinds = [
  'lowBalance',
  'breakerOpen',
  'figureAlert',
  'deadDelivery',
  'difference',
  'diskFull',
  'certificate',
  'backupFailed',
  'reportSchedule',
  'leadReminder',
  'reviewWaiting',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
