import { document } from './area-document.ts'

export const fileDocument = document('file', ['文件', 'Files'])
