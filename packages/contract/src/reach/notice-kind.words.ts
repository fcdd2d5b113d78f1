import { words } from '../kernel/language.ts'

/** What people are told of outside the console. */
export const noticeKindWords = words('noticeKind', {
  kind: {
    lowBalance: ['机构余额不足', 'Low balance'],
    breakerOpen: ['熔断', 'Breaker open'],
    figureAlert: ['指标告警', 'Alert on a figure'],
    deadDelivery: ['投递失败', 'Dead deliveries'],
    difference: ['对账差异', 'Differences'],
    diskFull: ['磁盘已满', 'Disk full'],
    certificate: ['证书即将到期', 'Certificate about to expire'],
    backupFailed: ['备份失败', 'Backup failed'],
    reportSchedule: ['定时报表', 'Scheduled report'],
    leadReminder: ['线索提醒', 'Reminder of leads'],
    reviewWaiting: ['待审核', 'Review waiting'],
  },
})
