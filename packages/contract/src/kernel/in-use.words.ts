import { words } from './language.ts'

/** Why a record cannot be deleted. */
export const inUseWords = words('inUse', {
  references: [
    '有 {{count}} 条记录引用它，不能删除',
    'Other records refer to it ({{count}}), so it cannot be deleted',
  ],
})
