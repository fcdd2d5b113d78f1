import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { instantAt, today } from '#kit/form/business-time.ts'

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const at10 = (day: string) => instantAt(`${day} 10:00:00`)

/** Usual times of the next follow-up, in the business time zone. */
export const nextTimes = {
  tomorrow: () => at10(daysAfter(today(), 1)),
  in3Days: () => at10(daysAfter(today(), 3)),
  monday: () => at10(daysAfter(today(), (8 - weekdayOf(today())) % 7 || 7)),
} as const
export const nextTimeNames = ['tomorrow', 'in3Days', 'monday'] as const
