/* The areas of this module, one line for each. */
export { default as home } from './home/index.ts'
export { default as report } from './report/index.ts'
export { default as reportAlert } from './report-alert/index.ts'
export { default as reportSchedule } from './report-schedule/index.ts'
