/* What other modules may use of this one. */
export { StatementSheet } from './areas/statement/sheet.tsx'
export { ReviewPanel } from './review/review-panel.tsx'
export { ReviewedList } from './review/reviewed-list.tsx'
export { Voucher } from './review/voucher.tsx'
export { WaitingChange } from './review/waiting-change.tsx'
