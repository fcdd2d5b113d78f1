export { describeFields } from './describe-fields.ts'
export { RemoveRows, useRemove } from './remove.tsx'
export { useEntryDialog } from './use-entry-dialog.ts'
export { type RowAct, useRowActions } from './use-row-actions.ts'
