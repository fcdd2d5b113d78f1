import { maskText } from '@kabao/contract/kernel/personal-text'

/** A reviewed row with the personal data in what its filer and its reviewer wrote masked. */
export const masked = <Row extends { reason: string; note: string }>(row: Row): Row => ({
  ...row,
  reason: maskText(row.reason),
  note: maskText(row.note),
})
