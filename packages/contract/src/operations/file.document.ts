import { document } from '../kernel/area-document.ts'

export const fileDocument = document('file', ['文件', 'Files'])
